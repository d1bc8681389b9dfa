#!/usr/bin/env python3
"""The reference interpreter of plans (version 1): the way from a document to its form, and back.

Reads JSON lines {"id", "op": "map" | "unmap", "unmap": PLAN, "value": VALUE} and prints for each
{"id", "value"?, "error"}. A line without "unmap" has the plan of the line before it. Key order and the
digits of numbers are kept. It trusts the shape of the plan further than a production reader should, and
has no limit on the size of what a plan writes.
"""

import json
import sys
from decimal import Decimal

MAX_DEPTH = 128


class Number(str):
    """A number by its text."""


class Fault(Exception):
    def __init__(self, code, path, kind=None, at=None):
        self.code, self.path, self.detail = code, path, None if kind is None else {"kind": kind, "at": at}


def constant(name):
    raise ValueError(name)


def parse(text):
    value = json.loads(text, parse_int=Number, parse_float=Number, parse_constant=constant)
    dump(value).encode()  # half of a surrogate pair is no text
    return value


def dump(value):
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(map(dump, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(dump(key) + ":" + dump(member) for key, member in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def kind(value):
    kinds = [(bool, "boolean"), (Number, "number"), (str, "string"), (list, "array"), (dict, "object")]
    return next((name for of, name in kinds if isinstance(value, of)), "null")


def same(left, right):
    if kind(left) != kind(right):
        return False
    if isinstance(left, Number):
        return Decimal(left) == Decimal(right)
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return left == right


def holds(test, value):
    [(question, wanted)] = test.items()
    if question == "type":
        return kind(value) in wanted
    if question == "is":
        return any(same(value, one) for one in wanted)
    if question == "whole":
        return not isinstance(value, Number) or Decimal(value) == Decimal(value).to_integral_value()
    if question == "member":
        inside = isinstance(value, dict) and wanted[0] in value
        return not inside or all(holds(one, value[wanted[0]]) for one in wanted[1:])
    if question == "items":
        return not isinstance(value, list) or all(holds(one, item) for item in value for one in wanted)
    if question == "others":
        keys, *tests = wanted
        inside = value.items() if isinstance(value, dict) else []
        return all(key in keys or holds(one, member) for key, member in inside for one in tests)
    if question == "any":
        return any(all(holds(one, value) for one in tests) for tests in wanted)
    if not isinstance(value, dict):
        return False
    if question == "has":
        return wanted in value
    if question == "lacks":
        return wanted not in value
    if question == "equals":
        return wanted[0] in value and any(same(value[wanted[0]], one) for one in wanted[1:])
    if question == "only":
        return all(key in wanted for key in value)
    raise KeyError(question)


def levels(value):
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if parts is None else 1 + max(map(levels, parts), default=0)


def down(path, token, levels=1):
    """The place of a part; what an encoding adds to an answer is no level of the document."""
    depth, tokens = path
    if depth + levels > MAX_DEPTH:
        raise Fault("too-deep", path)
    return depth + levels, tokens + (str(token),)


class Run:
    def __init__(self, plan, mapping):
        if plan["version"] != "1":
            raise KeyError("version")
        self.mapping, self.root, self.definitions = mapping, plan["root"], plan["definitions"]

    def step(self, step, value, path):
        hops, wraps = 0, []
        while step != "keep":
            op = step["op"]
            if op == "ref":
                hops += 1
                if hops > len(self.definitions):  # nothing taken from the value: a circle
                    raise Fault("invalid-plan", path)
                step = self.definitions[step["to"]]
            elif op == "expect":
                if self.mapping and kind(value) not in step["types"]:
                    raise Fault("narrowed", path, step["kind"], step["at"])
                step = step["step"]
            elif op == "choose":
                side = "doc" if self.mapping else "wire"
                fits = (one["step"] for one in step["branches"] if all(holds(test, value) for test in one[side]))
                step = next(fits, "keep")
            elif op == "wrap" and self.mapping:
                wraps.append(step["key"])
                step = step["step"]
            elif op == "wrap":
                if not isinstance(value, dict) or list(value) != [step["key"]]:
                    change = step.get("under", {"kind": "root-wrap", "at": ""})
                    raise Fault("not-decodable", path, change["kind"], change["at"])
                hops, path, value, step = 0, down(path, step["key"], 0), value[step["key"]], step["step"]
            else:
                way = "map_" if self.mapping else "unmap_"
                value = getattr(self, way + op.replace("-", "_"))(step, value, path)
                break
        for key in reversed(wraps):
            value = {key: value}
        return value

    def each(self, step, items, path, first=0, prefix=()):
        places = [down(path, first + index) for index in range(len(items))]
        steps = [*prefix, *[step] * len(items)]
        return [self.step(*one) for one in zip(steps, items, places)]

    def members(self, plans):
        return {key: self.step(step, value, path) for key, step, value, path in plans}

    def map_array(self, step, value, path):
        return self.each(step["items"], value, path, prefix=step.get("prefix", ())) if isinstance(value, list) else value

    unmap_array = map_array

    @staticmethod
    def meets(renamed, key):
        """Whether a free key is the wire key of a renamed member but for `_` at the end."""
        return any(key.startswith(wire) and not key[len(wire):].strip("_") for wire in renamed)

    def map_object(self, step, value, path):
        if not isinstance(value, dict):
            return value
        fields, rest, plans = step["fields"], step["rest"], []
        names = {field["name"] for field in fields}
        renamed = [field["wire"] for field in fields if field["wire"] != field["name"]]
        free = [key for key in value if key not in names]
        if "narrowed" in rest and free:
            raise Fault("narrowed", down(path, free[0]), **rest["narrowed"])
        for field in fields:
            name, absent = field["name"], field.get("absent")
            if name in value:
                plans.append((field["wire"], field["step"], value[name], down(path, name)))
            elif absent == "null":
                plans.append((field["wire"], "keep", None, path))
            elif absent:
                raise Fault("narrowed", path, **absent["narrowed"])
        if "entries" in rest:
            entries = rest["entries"]
            places = {key: down(path, key) for key in free}
            result = self.members(plans)
            result[entries["wire"]] = [
                {entries["key"]: key, entries["value"]: self.step(entries["step"], value[key], places[key])} for key in free
            ]
            return result
        for key in free:
            place = down(path, key)
            plans.append((key + "_" if self.meets(renamed, key) else key, rest["step"] if "step" in rest else "keep", value[key], place))
        return self.members(plans)

    def unmap_object(self, step, value, path):
        if not isinstance(value, dict):
            return value
        names, wires = {field["name"] for field in step["fields"]}, {field["wire"]: field for field in step["fields"]}
        rest, plans = step["rest"], []
        renamed = [wire for wire, field in wires.items() if wire != field["name"]]
        entries = rest["entries"] if "entries" in rest else None
        for key, member in value.items():
            if key in wires:
                field = wires[key]
                if field.get("absent") != "null" or member is not None:
                    plans.append((field["name"], field["step"], member, down(path, key)))
            elif entries:
                if key != entries["wire"]:
                    raise Fault("not-decodable", down(path, key, 0), "entries", entries["at"])
            elif key in names:
                at = next((field.get("at") for field in step["fields"] if field["name"] == key))
                raise Fault("not-decodable", down(path, key), None if at is None else "renamed", at)
            else:
                free = key[:-1] if key.endswith("_") and self.meets(renamed, key[:-1]) else key
                plans.append((free, rest["step"] if "step" in rest else "keep", member, down(path, key)))
        if entries:
            if entries["wire"] not in value:
                raise Fault("not-decodable", path, "entries", entries["at"])
            place = down(path, entries["wire"], 0)
            plans += self.entries(entries, "entries", entries["step"], value[entries["wire"]], names, place)
        return self.members(plans)

    def entries(self, spelled, kind, step, found, taken, path):
        if not isinstance(found, list):
            raise Fault("not-decodable", path, kind, spelled["at"])
        plans, taken, keys = [], set(taken), {spelled["key"], spelled["value"]}
        for index, entry in enumerate(found):
            place = down(path, index, 0)
            name = entry.get(spelled["key"]) if isinstance(entry, dict) and set(entry) == keys else None
            if not isinstance(name, str) or isinstance(name, Number):
                raise Fault("not-decodable", place, kind, spelled["at"])
            if name in taken:
                raise Fault("not-decodable", place, "unique-keys", spelled["at"])
            taken.add(name)
            plans.append((name, step, entry[spelled["value"]], down(place, spelled["value"])))
        return plans

    def map_tuple(self, step, value, path):
        if not isinstance(value, list):
            return value
        positions, rest = step["positions"], step["rest"]
        if len(value) < int(step["required"]) or (rest is None and len(value) > len(positions)):
            raise Fault("mismatch", path)
        plans = []
        for index, position in enumerate(positions):
            if index >= len(value):
                plans.append((position["wire"], "keep", None, path))
                continue
            item, place = value[index], down(path, index)
            if index >= int(step["required"]) and item is None and self.step(position["step"], None, place) is None:
                raise Fault("narrowed", place, "absent-or-null", step["at"])
            plans.append((position["wire"], position["step"], item, place))
        result = self.members(plans)
        if rest is not None:
            result[rest["wire"]] = self.each(rest["step"], value[len(positions):], path, len(positions))
        return result

    def unmap_tuple(self, step, value, path):
        if not isinstance(value, dict):
            return value
        positions, rest, ended, plans = step["positions"], step["rest"], False, []
        fault = Fault("not-decodable", path, "tuple-object", step["at"])
        if set(value) != {position["wire"] for position in positions + ([rest] if rest else [])}:
            raise fault
        for index, position in enumerate(positions):
            element = value[position["wire"]]
            if index >= int(step["required"]) and element is None:
                ended = True
            elif ended:
                raise fault
            else:
                plans.append((position["step"], element, down(path, position["wire"])))
        further = value[rest["wire"]] if rest else []
        if not isinstance(further, list) or (ended and further):
            raise fault
        elements = [self.step(*plan) for plan in plans]
        return elements + (self.each(rest["step"], further, down(path, rest["wire"], 0)) if rest else [])

    def map_text(self, step, value, path):
        return dump(value)

    def unmap_text(self, step, value, path):
        try:
            if kind(value) == "string":
                found = parse(value)
                if path[0] + levels(found) <= MAX_DEPTH:
                    return found
        except (ValueError, RecursionError):
            pass
        raise Fault("not-decodable", path, "json-text", step["at"])

    def map_json_value(self, step, value, path):
        if isinstance(value, list):
            return self.each(step, value, path)
        if not isinstance(value, dict):
            return value
        places = {key: down(path, key) for key in value}
        return {step["wire"]: [{step["key"]: key, step["value"]: self.step(step, value[key], places[key])} for key in value]}

    def unmap_json_value(self, step, value, path):
        if isinstance(value, list):
            return self.each(step, value, path)
        if not isinstance(value, dict):
            return value
        if list(value) != [step["wire"]]:
            raise Fault("not-decodable", path, "json-value", step["at"])
        return self.members(self.entries(step, "json-value", step, value[step["wire"]], (), down(path, step["wire"], 0)))

    def map_enum_text(self, step, value, path):
        return next((text for text, wanted in step["pairs"] if same(value, wanted)), value)

    def unmap_enum_text(self, step, value, path):
        return next((wanted for text, wanted in step["pairs"] if kind(value) == "string" and value == text), value)


def answer(line, plan):
    run = Run(plan, line["op"] == "map")
    return {"id": line["id"], "value": run.step(run.root, line["value"], (0, ())), "error": None}


def main():
    sys.setrecursionlimit(20000)
    sys.stdin.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    plan = None
    for text in sys.stdin:
        line = {}
        try:
            line = parse(text)
            plan = line.get("unmap", plan)
            result = answer(line, plan)
        except Fault as fault:
            at = "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in fault.path[1])
            detail = {"detail": fault.detail} if fault.detail else {}
            result = {"id": line["id"], "error": {"code": fault.code, "at": at, **detail}}
        except (KeyError, TypeError, AttributeError, ValueError, ArithmeticError) as error:
            print(f"plan.py: {error!r}", file=sys.stderr)
            result = {"id": line.get("id") if isinstance(line, dict) else None, "error": {"code": "invalid-plan", "at": ""}}
        print(dump(result))


if __name__ == "__main__":
    main()
