//! Lists, sets, tuples, arrays.

use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::table::{Tolerated, table};

#[test]
fn vec() {
    table::<Vec<u8>>(&["[]", "[1,255]"], &["[256]", "[null]", "{}", "\"ab\"", "null"], &[]);
    table::<VecDeque<bool>>(&["[true]"], &["[1]"], &[]);
    table::<LinkedList<String>>(&["[\"a\"]"], &["\"a\""], &[]);
    table::<BinaryHeap<i8>>(&["[3,1,2]"], &["[128]"], &[]);
    table::<Box<[i8]>>(&["[1]"], &["[-129]"], &[]);
}

#[test]
fn nested() {
    table::<Vec<Vec<Option<u8>>>>(&["[[1,null],[]]"], &["[null]", "[[256]]"], &[]);
}

#[test]
fn sets() {
    let why = "a set takes an item twice; the model is asked for each once";
    table::<HashSet<u8>>(&["[]", "[1,2]"], &["[256]"], &[("[1,1]", Tolerated(why))]);
    table::<BTreeSet<String>>(&["[\"a\"]"], &["[1]"], &[("[\"a\",\"a\"]", Tolerated(why))]);
}

#[test]
fn tuples() {
    table::<(u8, String)>(&["[1,\"a\"]"], &["[]", "[1]", "[1,\"a\",null]", "[\"a\",1]", "{}"], &[]);
    table::<(bool,)>(&["[true]"], &["[]", "true", "[true,true]"], &[]);
}

#[test]
fn an_option_in_a_tuple() {
    table::<(u8, Option<u8>)>(&["[1,null]", "[1,2]"], &["[1]"], &[]);
}

#[test]
fn arrays() {
    table::<[u8; 3]>(&["[1,2,3]"], &["[1,2]", "[1,2,3,4]", "[1,2,256]"], &[]);
    table::<[String; 0]>(&["[]"], &["[\"a\"]"], &[]);
}

#[test]
fn unit() {
    table::<()>(&["null"], &["[]", "{}", "0"], &[]);
    table::<PhantomData<u8>>(&["null"], &["{}"], &[]);
}

#[test]
fn a_tuple_struct() {
    #[derive(Deserialize, JsonSchema)]
    struct Pair(u8, bool);
    table::<Pair>(&["[1,true]"], &["[1]", "[1,true,1]", "{}"], &[]);
}

#[test]
fn a_tuple_struct_with_a_default() {
    #[derive(Deserialize, JsonSchema)]
    struct Pair(u8, #[serde(default)] u8);
    let why = "serde fills the tail; the schema asks for both";
    table::<Pair>(&["[1,2]"], &["[]", "[1,2,3]"], &[("[1]", Tolerated(why))]);
}

#[test]
fn a_tuple_struct_that_skips() {
    #[derive(Deserialize, JsonSchema)]
    struct Pair(u8, #[serde(skip)] u8, bool);
    table::<Pair>(&["[1,true]"], &["[1]", "[1,2,true]"], &[]);
}
