#![no_main]
isoform_fuzz::target!("form");
