//! One table: a row for each contender, a column for each size.

use std::time::Duration;

use serde_json::Value;

use crate::measure::{Contender, Texts, least_times};

/// What a table is about.
pub(crate) struct Table<'t> {
    pub(crate) title: &'t str,
    pub(crate) sizes: &'t [usize],
    pub(crate) contenders: &'t [Contender],
    pub(crate) texts: fn(usize) -> Texts,
}

impl Table<'_> {
    /// Measures and prints. Gives the ratios, a row for each contender.
    pub(crate) fn print(&self) -> Vec<Vec<Option<f64>>> {
        println!("{}", self.title);
        print!("{:<34}", "");
        for size in self.sizes {
            print!("{:>11}", bytes(*size));
        }
        println!("  same value");
        let mut floors = Vec::new();
        let mut rows: Vec<Vec<Option<f64>>> = vec![Vec::new(); self.contenders.len()];
        for size in self.sizes {
            let (floor, times) = least_times(self.contenders, &(self.texts)(*size));
            for (row, time) in rows.iter_mut().zip(times) {
                row.push(time.map(|time| time.as_secs_f64() / floor.as_secs_f64()));
            }
            floors.push(floor);
        }
        print!("{:<34}", "one serde_json Value parse");
        for floor in floors {
            print!("{:>11}", duration(floor));
        }
        println!();
        let texts = (self.texts)(10_000);
        let expected: Value = serde_json::from_str(&texts.valid).expect("the floor parses it");
        for (contender, row) in self.contenders.iter().zip(&rows) {
            print!("{:<34}", contender.name);
            for ratio in row {
                print!("{:>11}", ratio.map_or("not run".to_owned(), shown));
            }
            let same = contender
                .answer
                .map(|answer| answer(texts.read_by(contender)).is_some_and(|value| same(&value, &expected)));
            println!("  {}", same.map_or("-", |same| if same { "yes" } else { "NO" }));
        }
        println!();
        rows
    }
}

/// A ratio with three significant digits.
fn shown(ratio: f64) -> String {
    match ratio {
        ..10.0 => format!("{ratio:.2}x"),
        ..100.0 => format!("{ratio:.1}x"),
        _ => format!("{ratio:.0}x"),
    }
}

fn duration(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    if micros < 1000.0 { format!("{micros:.1} us") } else { format!("{:.2} ms", micros / 1000.0) }
}

fn bytes(size: usize) -> String {
    if size < 1_000_000 { format!("{} KB", size / 1000) } else { format!("{} MB", size / 1_000_000) }
}

/// Whether two values are the same, numbers by what they are worth: some peers know floating point alone.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, value)| other.get(name).is_some_and(|other| same(value, other)))
        }
        _ => one == other,
    }
}
