#![no_main]
isoform_fuzz::target!("json-stream");
