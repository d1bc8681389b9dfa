//! `show`: what the product makes of one schema, for reading.

use super::Options;
use crate::subject::Compiler;

pub(super) fn run(compiler: &dyn Compiler, options: &Options) -> Result<bool, String> {
    for set in options.named_sets() {
        for trial in options.trials(set)?.into_iter().take(20) {
            let text = trial.schema.to_string();
            println!("{}", trial.id);
            println!("  schema   {text}");
            match compiler.source(&text, &trial.request) {
                Ok(source) => println!("  source   {source}"),
                Err(refusal) => println!("  source   {refusal}"),
            }
            for dialect in compiler.dialects().iter().filter(|dialect| options.wants_dialect(dialect)) {
                match compiler.form(&text, dialect, &trial.request) {
                    Ok(form) => {
                        println!("  {dialect}: {}", form.verdict());
                        println!(
                            "    sent     {}",
                            form.schema().map_or("nothing".to_owned(), |schema| schema.to_string())
                        );
                        println!("    enforced {}", form.enforced());
                        form.changes().iter().for_each(|change| println!("    {change}"));
                    }
                    Err(refusal) => println!("  {dialect}: {refusal}"),
                }
            }
        }
    }
    Ok(true)
}
