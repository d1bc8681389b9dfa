//! The report as one JSON object: `{"tools":[{"name","results":[..]}],"requests":[..]}`.

use isoform::dialect::Dialect;
use isoform::{Error, Form};

use super::{Checked, Report, Request, verdict};
use crate::fault::Fault;
use crate::output::{Output, ToJson};

/// The object, indented. Nothing in it nests as a schema does.
pub(super) fn object(report: &Report<'_>) -> Option<String> {
    let written = Output::object(|out| {
        out.key("tools").list(report.checked.iter().map(|checked| Row(report, checked)));
        out.key("requests").list(&report.requests);
    });
    written.map(|written| written.to_json_pretty() + "\n")
}

impl ToJson for &Request {
    fn write(&self, out: &mut Output) {
        let faults: Vec<Fault> = self.faults.iter().map(Fault::from).collect();
        out.nested(|out| {
            out.member("file", self.file.as_str());
            out.member("to", self.to.name.as_ref());
            out.key("changes").list(&self.changes);
            out.key("errors").list(&faults);
        });
    }
}

struct Row<'a, 'r>(&'a Report<'r>, &'a Checked<'r>);

impl ToJson for Row<'_, '_> {
    fn write(&self, out: &mut Output) {
        let Row(report, checked) = self;
        out.nested(|out| {
            out.member("name", checked.tool.name);
            let results = report.dialects.iter().zip(&checked.results);
            out.key("results").list(results.map(|(dialect, result)| Verdict(dialect, result)));
        });
    }
}

struct Verdict<'a>(&'a Dialect, &'a Result<Form, Error>);

impl ToJson for Verdict<'_> {
    fn write(&self, out: &mut Output) {
        let Verdict(dialect, result) = self;
        out.nested(|out| {
            out.member("to", dialect.name.as_ref());
            out.member("verdict", verdict(result));
            out.key("changes").list(result.as_ref().map_or(&[][..], Form::changes));
            out.member("error", result.as_ref().err().map(Fault::from).as_ref());
        });
    }
}
