//! Schemas made and changed by hand: their order, and which places a walk visits.

#![allow(clippy::unwrap_used, clippy::string_slice, reason = "tests say what they expect by failing")]

use std::panic::{AssertUnwindSafe, catch_unwind};

use isoform_json::{Document, Object, Value};
use isoform_schema::build::{
    SchemaBuilder, all_of, any, any_of, array_of, boolean, constant, enum_of, integer, map_of, null, number, object,
    one_of, reference, string,
};
use isoform_schema::{Error, ErrorCode, FormOptions, Schema, Source, Tool, dialect, subschemas, walk};

fn value(text: &str) -> Value {
    Document::parse(text).unwrap().to_value()
}

fn json(value: &Value) -> String {
    value.to_document().unwrap().to_json()
}

/// The text of the schema that a builder makes.
#[track_caller]
fn check(builder: impl Into<SchemaBuilder>, wanted: &str) {
    assert_eq!(builder.into().build().unwrap().document().to_json(), wanted);
}

/// The pointers that a walk visits; a walk for reading visits the same ones, in source order.
#[track_caller]
fn check_walk(schema: &str, wanted: &[&str]) {
    let mut tree = value(schema);
    let mut seen = Vec::new();
    walk(&mut tree, |schema, at| {
        assert!(matches!(schema, Value::Object(_) | Value::Bool(_)), "{}", at.pointer());
        seen.push(at.pointer().to_owned());
    });
    assert_eq!(seen, wanted);
    let document = Document::parse(schema).unwrap();
    assert_eq!(json(&tree), document.to_json(), "a walk that changes nothing");
    let mut read: Vec<String> = subschemas(document.root()).map(|schema| schema.pointer()).collect();
    let source_order = |pointer: &String| document.root().at(pointer).unwrap().id();
    assert!(read.is_sorted_by_key(source_order), "{read:?}");
    read.sort();
    seen.sort();
    assert_eq!(read, seen);
}

// Building.

#[test]
fn each_kind() {
    check(object(), r#"{"type":"object"}"#);
    check(map_of(true), r#"{"type":"object","additionalProperties":true}"#);
    check(array_of(number()), r#"{"type":"array","items":{"type":"number"}}"#);
    check(string(), r#"{"type":"string"}"#);
    check(integer(), r#"{"type":"integer"}"#);
    check(boolean(), r#"{"type":"boolean"}"#);
    check(null(), r#"{"type":"null"}"#);
    check(any(), "{}");
    check(true, "true");
    check(false, "false");
    check(constant(1), r#"{"const":1}"#);
    check(any_of([string(), null()]), r#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#);
    check(one_of([true, false]), r#"{"oneOf":[true,false]}"#);
    check(all_of([reference("A")]), r##"{"allOf":[{"$ref":"#/$defs/A"}]}"##);
}

#[test]
fn an_enum_says_the_type_that_all_share() {
    check(enum_of(["a", "b"]), r#"{"type":"string","enum":["a","b"]}"#);
    check(enum_of([1, 2]), r#"{"type":"integer","enum":[1,2]}"#);
    check(enum_of(value("[1, 2.5]").as_array().unwrap().clone()), r#"{"type":"number","enum":[1,2.5]}"#);
    check(enum_of(value("[1.0]").as_array().unwrap().clone()), r#"{"type":"number","enum":[1.0]}"#);
    check(enum_of([Value::from("a"), Value::Null]), r#"{"enum":["a",null]}"#);
    check(enum_of(Vec::<Value>::new()), r#"{"enum":[]}"#);
}

#[test]
fn keywords_stand_in_one_order_whatever_the_order_of_calls() {
    let wanted = concat!(
        r#"{"type":"object","title":"T","description":"D","properties":{"b":true,"a":true},"required":["a"],"#,
        r#""additionalProperties":false,"x-one":1,"x-two":2,"$defs":{"N":true}}"#,
    );
    let one = object().description("D").title("T").optional("b", true).required("a", true).closed();
    check(one.definition("N", true).keyword("x-one", 1).keyword("x-two", 2), wanted);
    let other = any().definition("N", true).keyword("x-one", 1).closed().keyword("x-two", 2).optional("b", true);
    check(other.required("a", true).title("T").keyword("type", "object").description("D"), wanted);
}

#[test]
fn every_keyword_in_its_place() {
    let schema = any()
        .definition("D", false)
        .keyword("x", 0)
        .examples(["e"])
        .default_value("d")
        .max_properties(9)
        .min_properties(8)
        .additional_properties(true)
        .required("r", true)
        .pattern_property("^p", true)
        .unique_items()
        .max_items(7)
        .min_items(6)
        .items(true)
        .multiple_of(5)
        .exclusive_maximum(4)
        .maximum(3)
        .exclusive_minimum(2)
        .minimum(1)
        .max_length(1)
        .min_length(0)
        .pattern("p")
        .format("f");
    check(
        schema,
        concat!(
            r#"{"format":"f","pattern":"p","minLength":0,"maxLength":1,"minimum":1,"exclusiveMinimum":2,"maximum":3,"#,
            r#""exclusiveMaximum":4,"multipleOf":5,"items":true,"minItems":6,"maxItems":7,"uniqueItems":true,"#,
            r#""properties":{"r":true},"patternProperties":{"^p":true},"required":["r"],"additionalProperties":true,"#,
            r#""minProperties":8,"maxProperties":9,"default":"d","examples":["e"],"x":0,"$defs":{"D":false}}"#,
        ),
    );
}

#[test]
fn properties_named_twice_are_replaced_in_place() {
    let schema = object().required("a", string()).required("b", string()).required("a", integer());
    check(
        schema.clone(),
        r#"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["a","b"]}"#,
    );
    check(
        schema.optional("a", null()),
        r#"{"type":"object","properties":{"a":{"type":"null"},"b":{"type":"string"}},"required":["b"]}"#,
    );
    check(
        any().definition("N", string()).definition("M", null()).definition("N", true),
        r#"{"$defs":{"N":true,"M":{"type":"null"}}}"#,
    );
}

#[test]
fn a_name_is_required_without_a_property_only_on_purpose() {
    let listed = object().keyword("required", vec!["id"]);
    check(listed.clone(), r#"{"type":"object","required":["id"]}"#);
    check(
        listed.clone().required("name", true),
        r#"{"type":"object","properties":{"name":true},"required":["id","name"]}"#,
    );
    check(listed.optional("id", true), r#"{"type":"object","properties":{"id":true}}"#);
    check(object().required("a", true).optional("a", true), r#"{"type":"object","properties":{"a":true}}"#);
}

#[test]
fn properties_named_like_keywords() {
    let names = ["type", "$ref", "enum", "required", "properties", "", "a/b~c", "__proto__"];
    let schema = names.iter().fold(object(), |object, name| object.required(*name, string()));
    let document = schema.build().unwrap().document().clone();
    let properties = document.root().get("properties").unwrap();
    assert_eq!(properties.members().map(|(name, _)| name).collect::<Vec<_>>(), names);
    assert_eq!(document.root().get("required").unwrap().len(), names.len());
}

#[test]
fn what_came_from_elsewhere_keeps_its_order() {
    let found = value(r#"{"additionalProperties":false,"x-b":1,"type":"object","x-a":2}"#);
    let builder = SchemaBuilder::try_from(found).unwrap().description("D").optional("p", true);
    check(
        builder,
        r#"{"description":"D","properties":{"p":true},"additionalProperties":false,"x-b":1,"type":"object","x-a":2}"#,
    );
    for wrong in ["1", "null", "[]", r#""object""#] {
        let error = SchemaBuilder::try_from(value(wrong)).unwrap_err();
        assert_eq!((error.code(), error.pointer()), (ErrorCode::InvalidSchema, Some("")));
    }
}

#[test]
fn booleans_with_keywords_mean_what_they_meant() {
    check(SchemaBuilder::from(true).description("D"), r#"{"description":"D"}"#);
    check(SchemaBuilder::from(false).description("D"), r#"{"description":"D","not":{}}"#);
}

#[test]
fn odd_values_give_way() {
    let odd = object().keyword("properties", 1).keyword("required", "a");
    check(odd.required("p", true), r#"{"type":"object","properties":{"p":true},"required":["p"]}"#);
}

fn booking() -> SchemaBuilder {
    let extras = (0..40).fold(object(), |object, number| object.required(format!("extra {number}"), integer()));
    object().required("city", string()).optional("extras", extras).definition("N", any_of([reference("N"), null()]))
}

#[test]
fn two_builds_are_the_same_bytes() {
    let one = booking().build().unwrap();
    let other = booking().build().unwrap();
    assert_eq!(one.document().to_json(), other.document().to_json());
    let again = Schema::parse(&one.document().to_json()).unwrap();
    assert_eq!(again.document().to_json(), one.document().to_json());
    assert_eq!(one.source(), Source::Draft202012);
    let form = |schema: &Schema| {
        let form = schema.form(&dialect::OPENAI_STRICT, &FormOptions::default()).unwrap();
        form.schema().unwrap().to_json()
    };
    assert_eq!(form(&one), form(&other));
}

#[test]
fn any_name_of_a_definition_is_found() {
    for name in ["Node", "a/b", "a~b", "50%", "a b", "a%20b", "\u{e4}\u{1f600}", "", "#", "\"{}^`|\\", "\u{7f}\0"] {
        let schema = object().required("it", reference(name)).definition(name, string()).build().unwrap();
        let form = schema.form(&dialect::JSON_SCHEMA_INLINE, &FormOptions::default()).unwrap();
        let sent = form.schema().unwrap();
        assert_eq!(sent.root().at("/properties/it/type").and_then(|name| name.as_str()), Some("string"), "{name:?}");
    }
}

#[test]
fn copies_never_share() {
    let builder = object().required("a", string());
    let other = builder.clone().required("b", string());
    let schema = builder.clone().build().unwrap();
    let before = schema.document().to_json();
    check(builder, &before);
    assert_ne!(other.build().unwrap().document().to_json(), before);

    let mut tree = schema.document().to_value();
    let copy = tree.clone();
    walk(&mut tree, |schema, _| *schema = Value::Bool(false));
    assert_eq!(json(&copy), before);
    assert_eq!(schema.document().to_json(), before);
    assert_ne!(json(&tree), before);

    let kept = Schema::from_value(&tree, Source::Auto).unwrap();
    let text = kept.document().to_json();
    tree = Value::Null;
    assert_eq!(kept.document().to_json(), text);
    assert!(tree.is_null());
}

#[test]
fn too_deep_is_an_error() {
    let nested = |levels: usize| (0..levels).fold(string(), |inner, _| array_of(inner));
    assert!(nested(Document::MAX_DEPTH - 1).build().is_ok());
    let error: Error = nested(Document::MAX_DEPTH).build().unwrap_err();
    assert_eq!((error.code(), error.pointer()), (ErrorCode::TooDeep, Some("")));
}

// Walking.

#[test]
fn every_position_of_every_draft_once() {
    for keyword in [
        "additionalItems",
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    ] {
        check_walk(&format!(r#"{{"{keyword}":{{"const":1}}}}"#), &[&format!("/{keyword}")]);
        check_walk(&format!(r#"{{"{keyword}":false}}"#), &[&format!("/{keyword}")]);
        check_walk(&format!(r#"{{"{keyword}":"no schema"}}"#), &[]);
    }
    for keyword in ["allOf", "anyOf", "oneOf", "prefixItems", "items"] {
        let schema = format!(r#"{{"{keyword}":[{{"const":1}},true,3]}}"#);
        check_walk(&schema, &[&format!("/{keyword}/0"), &format!("/{keyword}/1")]);
    }
    for keyword in ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"] {
        let schema = format!(r#"{{"{keyword}":{{"const":{{"enum":[{{}}]}},"a/b":false,"names":["a"]}}}}"#);
        check_walk(&schema, &[&format!("/{keyword}/const"), &format!("/{keyword}/a~1b")]);
    }
}

#[test]
fn children_come_first_and_the_root_is_left_out() {
    check_walk("true", &[]);
    check_walk("{}", &[]);
    check_walk(
        r#"{"properties":{"a":{"items":{"not":{}}},"b":{}},"anyOf":[{"properties":{"c":{}}}]}"#,
        &[
            "/properties/a/items/not",
            "/properties/a/items",
            "/properties/a",
            "/properties/b",
            "/anyOf/0/properties/c",
            "/anyOf/0",
        ],
    );
}

#[test]
fn never_into_literals() {
    check_walk(
        r##"{"const":{"not":{}},"enum":[{"items":{}}],"default":{"properties":{"a":{}}},"examples":[{"not":{}}],
            "x-extension":{"not":{}},"required":["not"],"dependentRequired":{"a":["b"]},"$ref":"#/not"}"##,
        &[],
    );
    check_walk(r#"{"properties":{"enum":{"enum":[{"not":{}}]}}}"#, &["/properties/enum"]);
}

#[test]
fn properties_named_like_keywords_are_properties() {
    check_walk(
        r##"{"properties":{"properties":{"properties":{"not":{}}},"$ref":{},"default":{"not":true},"items":[{}]}}"##,
        &[
            "/properties/properties/properties/not",
            "/properties/properties",
            "/properties/$ref",
            "/properties/default/not",
            "/properties/default",
        ],
    );
}

#[test]
fn replacements_are_not_walked_and_parents_see_them() {
    let mut schema = value(r#"{"not":{"items":{"type":"string"}},"$defs":{"A":{"const":1}}}"#);
    let mut seen = Vec::new();
    walk(&mut schema, |schema, at| {
        seen.push((at.pointer().to_owned(), json(schema)));
        let old = std::mem::take(schema);
        *schema = Value::from([("not", old)].into_iter().collect::<Object>());
    });
    let seen: Vec<(&str, &str)> = seen.iter().map(|(at, text)| (at.as_str(), text.as_str())).collect();
    assert_eq!(
        seen,
        [
            ("/not/items", r#"{"type":"string"}"#),
            ("/not", r#"{"items":{"not":{"type":"string"}}}"#),
            ("/$defs/A", r#"{"const":1}"#),
        ]
    );
    assert_eq!(
        json(&schema),
        r#"{"not":{"not":{"items":{"not":{"type":"string"}}}},"$defs":{"A":{"not":{"const":1}}}}"#
    );
}

#[test]
fn a_parent_may_take_its_children_away() {
    let mut schema = value(r#"{"items":{"properties":{"keep":{},"drop":{"deprecated":true}}}}"#);
    walk(&mut schema, |schema, _| {
        let properties = schema.as_object_mut().and_then(|object| object.get_mut("properties"));
        let Some(properties) = properties.and_then(Value::as_object_mut) else { return };
        properties.remove("drop");
    });
    assert_eq!(json(&schema), r#"{"items":{"properties":{"keep":{}}}}"#);
}

#[test]
fn the_position_says_keyword_name_and_number() {
    let mut schema = value(r#"{"properties":{"a/b":{}},"allOf":[true,{}],"not":{}}"#);
    let mut seen = Vec::new();
    walk(&mut schema, |_, at| seen.push((at.keyword(), at.name().map(str::to_owned), at.index())));
    assert_eq!(
        seen,
        [
            ("properties", Some("a/b".to_owned()), None),
            ("allOf", None, Some(0)),
            ("allOf", None, Some(1)),
            ("not", None, None),
        ]
    );
}

#[test]
fn depth_takes_no_stack() {
    const LEVELS: usize = 100_000;
    let mut schema = Value::Bool(true);
    for _ in 0..LEVELS {
        schema = Value::from([("not", schema)].into_iter().collect::<Object>());
    }
    let mut visited = 0;
    // Made shallow on the way: to drop a tree this deep would overflow the stack.
    walk(&mut schema, |schema, at| {
        visited += 1;
        assert_eq!(at.pointer().len(), (LEVELS + 1 - visited) * "/not".len());
        *schema = Value::Bool(false);
    });
    assert_eq!(visited, LEVELS);
    assert_eq!(json(&schema), r#"{"not":false}"#);
}

#[test]
fn a_wide_schema_takes_no_square_time() {
    const NAMES: usize = 20_000;
    let properties: Object = (0..NAMES).map(|number| (number.to_string(), true)).collect();
    let mut schema = Value::from([("properties", Value::from(properties))].into_iter().collect::<Object>());
    let mut visited = 0;
    walk(&mut schema, |_, _| visited += 1);
    assert_eq!(visited, NAMES);
}

#[test]
fn a_panic_leaves_the_schema_whole() {
    let mut schema = value(r#"{"properties":{"a":{"items":{}},"b":{"items":{"type":"string"}}}}"#);
    let visit = |schema: &mut Value, at: isoform_schema::Position<'_>| {
        assert_ne!(at.pointer(), "/properties/b/items", "as it should");
        *schema = Value::Bool(true);
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| walk(&mut schema, visit)));
    assert!(outcome.is_err());
    assert_eq!(json(&schema), r#"{"properties":{"a":true,"b":{"items":{"type":"string"}}}}"#);
}

// Tools.

fn tool(text: &str) -> Result<Tool, Error> {
    Tool::from_mcp(Document::parse(text).unwrap().root())
}

#[test]
fn a_tool_of_an_mcp_server() {
    let found = tool(
        r#"{"name":"look/up","title":"Look up","description":null,"inputSchema":{"b":1.50,"type":"object"},
            "outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"},"_meta":{}}"#,
    )
    .unwrap();
    assert_eq!((found.name.as_str(), found.description.as_deref()), ("look/up", None));
    assert_eq!(found.input.document().to_json(), r#"{"b":1.50,"type":"object"}"#);
    assert_eq!(found.input.source(), Source::Draft202012);
    assert_eq!(found.output.unwrap().source(), Source::Draft7);
}

#[test]
fn what_is_no_tool_is_an_error_with_its_place() {
    for (text, pointer, marked) in [
        (r#"[]"#, "", "[]"),
        (r#"{"inputSchema":{}}"#, "/name", r#"{"inputSchema":{}}"#),
        (r#"{"name":1,"inputSchema":{}}"#, "/name", "1"),
        (r#"{"name":"a"}"#, "/inputSchema", r#"{"name":"a"}"#),
        (r#"{"name":"a","inputSchema":null}"#, "/inputSchema", "null"),
        (r#"{"name":"a","inputSchema":{},"description":1}"#, "/description", "1"),
        (r#"{"name":"a","inputSchema":{},"outputSchema":true}"#, "/outputSchema", "true"),
        (r#"{"name":"a","inputSchema":{},"name":"b"}"#, "/name", r#""name""#),
        (r#"{"name":"a","inputSchema":{"p":[{"q":1,"q":2}]}}"#, "/inputSchema/p/0/q", r#""q""#),
    ] {
        let error = tool(text).unwrap_err();
        assert_eq!((error.code(), error.pointer()), (ErrorCode::InvalidSchema, Some(pointer)), "{text}");
        assert_eq!(&text[error.span().unwrap()], marked, "{text}");
    }
    // The second of the two, not the first.
    let text = r#"{"name":"a","inputSchema":{},"name":"b"}"#;
    assert_eq!(tool(text).unwrap_err().span().unwrap().start, text.rfind("\"name\"").unwrap());
}
