#!/usr/bin/env python3
"""Gives forms to the models of the providers' own Python packages: what an SDK refuses never reaches the provider.

    python3 scripts/sdk_models.py ISOFORM FILE...

ISOFORM is the built command, FILE JSON Lines of tools ({"name", "inputSchema"} or {"id", "schema"}).
  gemini          google-genai, types.Schema: unknown fields and wrong types are errors
  gemini-json     google-genai, types.FunctionDeclaration with parameters_json_schema
  bedrock         botocore, the Converse request with toolConfig
  bedrock-strict  the same with strict, and outputConfig with the schema as text
A package that is not there is said, and its dialects are skipped. Exit 1 where a model refuses a form.
"""

import gzip
import json
import subprocess
import sys


def schemas(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            record = json.loads(line)
            for key in ("inputSchema", "input_schema", "parameters", "schema"):
                if isinstance(record.get(key), dict):
                    yield f"{path}:{number}", record.get("name") or record.get("id") or "tool", record[key]
                    break


def forms(isoform, dialect, given):
    lines = [{"id": at, "schema": schema, "name": name, "place": "tool"} for at, name, schema in given]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    run = subprocess.run([isoform, "form", "--jsonl", "--to", dialect], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def google():
    from google.genai import types

    def openapi(form):
        types.FunctionDeclaration.model_validate(
            {"name": form["name"], "parameters": form["schema"]} if form["schema"] else {"name": form["name"]}
        )

    def json_schema(form):
        types.FunctionDeclaration.model_validate({"name": form["name"], "parameters_json_schema": form["schema"]})

    return {"gemini": openapi, "gemini-json": json_schema}


def amazon():
    import botocore.session
    import botocore.validate

    model = botocore.session.get_session().get_service_model("bedrock-runtime")
    shape = model.operation_model("Converse").input_shape
    validator = botocore.validate.ParamValidator()

    def request(form, strict):
        spec = {"name": form["name"], "inputSchema": {"json": form["schema"]}}
        if strict:
            spec["strict"] = True
        body = {
            "modelId": "model",
            "messages": [{"role": "user", "content": [{"text": "?"}]}],
            "toolConfig": {"tools": [{"toolSpec": spec}]},
        }
        if strict:
            text = {"schema": json.dumps(form["schema"]), "name": form["name"]}
            body["outputConfig"] = {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": text}}}
        report = validator.validate(body, shape)
        if report.has_errors():
            raise ValueError(report.generate_report())

    return {"bedrock": lambda form: request(form, False), "bedrock-strict": lambda form: request(form, True)}


def main():
    isoform, files = sys.argv[1], sys.argv[2:]
    given = [schema for path in files for schema in schemas(path)]
    judges = {}
    for package, load in (("google-genai", google), ("botocore", amazon)):
        try:
            judges.update(load())
        except ImportError:
            print(f"skipped: {package} is not installed")
    wrong = 0
    for dialect, judge in judges.items():
        accepted = refused = 0
        for form in forms(isoform, dialect, given):
            if form["error"]:
                refused += 1
                continue
            try:
                judge(form)
                accepted += 1
            except Exception as error:  # each package has errors of its own
                wrong += 1
                print(f"{dialect} {form['id']}: {str(error)[:400]}")
        print(f"{dialect}: {accepted} forms accepted by the package, {refused} without a form")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
