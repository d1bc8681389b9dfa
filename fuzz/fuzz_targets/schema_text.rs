#![no_main]
isoform_fuzz::target!("schema-text");
