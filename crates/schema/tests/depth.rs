//! Deep schemas on a small stack.
use isoform_schema::{FormOptions, Schema, dialect};

/// Nested as deeply as the reader takes, in every way that nests, on a stack of 512 KiB.
#[test]
fn deep_schemas_need_no_deep_stack() {
    let run = || {
        let ways = [
            (r#"{"type":"array","items":"#, "}", 126),
            (r#"{"type":"object","properties":{"a":"#, r#"},"required":["a"],"additionalProperties":false}"#, 63),
            (r#"{"anyOf":["#, r#",{"type":"null"}]}"#, 62),
            (r#"{"allOf":["#, r#",{"maxLength":9}]}"#, 62),
            (r#"{"not":"#, "}", 126),
            (r#"{"type":"object","additionalProperties":"#, "}", 126),
        ];
        for (open, close, levels) in ways {
            let text = format!("{}{{\"type\":\"string\"}}{}", open.repeat(levels), close.repeat(levels));
            let schema = Schema::parse(&text).expect("the text nests no deeper than the reader takes");
            for dialect in dialect::BUILT_IN {
                match schema.form(dialect, &FormOptions::default()) {
                    Ok(form) => assert!(form.enforced().to_json().len() > 10, "{} {open}", dialect.name),
                    Err(error) => assert!(error.pointer().is_some(), "{} {open}: {error}", dialect.name),
                }
            }
        }
    };
    std::thread::Builder::new().stack_size(512 * 1024).spawn(run).expect("a thread").join().expect("no overflow");
}
