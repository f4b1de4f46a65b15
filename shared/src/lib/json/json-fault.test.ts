import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../test/property-runs.ts";
import { jsonFault } from "./json-fault.ts";

/** What stations and the libraries they use have sent instead of JSON. */
test.each([
  // Numbers that JSON does not have: Python, JavaScript, C, Lua, Go
  ['{"internal_temperature":NaN,"door":"open"}', 'NaN at character 25, after "internal_temperature", is not JSON.'],
  ['{"t":nan}', 'nan at character 6, after "t", is not JSON.'],
  ['{"t":-nan}', '-nan at character 6, after "t", is not JSON.'],
  ['{"t":-nan(ind)}', '-nan at character 6, after "t", is not JSON.'],
  ['{"t":1.#QNAN}', '1. at character 6, after "t", is not JSON.'],
  ['{"t":Infinity}', 'Infinity at character 6, after "t", is not JSON.'],
  ['{"t":-Infinity}', '-Infinity at character 6, after "t", is not JSON.'],
  ['{"t":+Inf}', '+Inf at character 6, after "t", is not JSON.'],
  ['{"t":+5}', '+5 at character 6, after "t", is not JSON.'],
  ['{"t":05}', '05 at character 6, after "t", is not JSON.'],
  ['{"t":.5}', '.5 at character 6, after "t", is not JSON.'],
  ['{"t":5.}', '5. at character 6, after "t", is not JSON.'],
  ['{"t":1e}', '1e at character 6, after "t", is not JSON.'],
  ['{"t":0x1F}', '0x1F at character 6, after "t", is not JSON.'],
  ['{"t":1_000}', '1_000 at character 6, after "t", is not JSON.'],
  ['{"t":71,5}', '5 at character 9, after "t", is not JSON.'],
  ['{"t":٧١}', '٧١ at character 6, after "t", is not JSON.'],
  ['{"t":-}', '- at character 6, after "t", is not JSON.'],
  ['{"t":}', '} at character 6, after "t", is not JSON.'],
  // Words of other languages
  ['{"on":True}', 'True at character 7, after "on", is not JSON.'],
  ['{"on":None}', 'None at character 7, after "on", is not JSON.'],
  ['{"on":nil}', 'nil at character 7, after "on", is not JSON.'],
  ['{"on":undefined}', 'undefined at character 7, after "on", is not JSON.'],
  ['{"on":TRUE}', 'TRUE at character 7, after "on", is not JSON.'],
  ["undefined", "undefined at character 1 is not JSON."],
  ["[object Object]", "object at character 2 is not JSON."],
  ["%s", "% at character 1 is not JSON."],
  // Bytes around the message
  ['{"a":1}\0', 'U+0000 at character 8, after "a", is not JSON.'],
  ['{"a":1}\0\0\0', 'U+0000 at character 8, after "a", is not JSON.'],
  ['\uFEFF{"a":1}', "It begins with a byte order mark (U+FEFF), which is not JSON."],
  ['{"a":1}{"a":2}', '{ at character 8, after "a", is not JSON.'],
  ['{"a":1};', '; at character 8, after "a", is not JSON.'],
  ["", "It ends too early to be JSON."],
  [" \n", "It ends too early to be JSON."],
  ["\u00A0{}", "U+00A0 at character 1 is not JSON."],
  ['{"a":\u200B1}', 'U+200B at character 6, after "a", is not JSON.'],
  ['<?xml version="1.0"?>', "< at character 1 is not JSON."],
  // Cut off, or with parts missing
  ['{"a":{"b":[1,2', "It ends too early to be JSON."],
  ['{"a":', "It ends too early to be JSON."],
  ['{"a":"x', 'A text that does not end or has a control character at character 6, after "a", is not JSON.'],
  ['{"a":"x\ny"}', 'A text that does not end or has a control character at character 6, after "a", is not JSON.'],
  ['{"a":"\\x41"}', 'A text that does not end or has a control character at character 6, after "a", is not JSON.'],
  ['{"a":1 "b":2}', 'A text that does not end or has a control character at character 8, after "a", is not JSON.'],
  ['{"a":1,}', '} at character 8, after "a", is not JSON.'],
  ["[1,2,]", "] at character 6 is not JSON."],
  ["[1,,2]", ", at character 4 is not JSON."],
  ["[1 2]", "2 at character 4 is not JSON."],
  ['{"a" 1}', '1 at character 6, after "a", is not JSON.'],
  ['{"a":1]', '] at character 7, after "a", is not JSON.'],
  ["[1}", "} at character 3 is not JSON."],
  // Other notations
  ["{a:1}", "a at character 2 is not JSON."],
  ["{'a':1}", "' at character 2 is not JSON."],
  ["{“a”:1}", "“ at character 2 is not JSON."],
  ['{"a":1 /* degrees */}', '/ at character 8, after "a", is not JSON.'],
  ['{"a"=>1}', '= at character 5, after "a", is not JSON.'],
  ['{"温度":高}', '高 at character 7, after "温度", is not JSON.'],
])("%j: %s", (text, sentence) => {
  expect(jsonFault(text)).toBe(sentence);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("there is a fault in text exactly if it cannot be parsed", () => {
  const signs = fc.string({
    unit: fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "1", "-", ".", "e", "u", " ", "\n", "true", "a"),
    maxLength: 12,
  });
  const nearly = fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, text]) => {
    const place = at % (json.length + 1);
    return `${json.slice(0, place)}${text}${json.slice(place + 1)}`;
  });
  fc.assert(
    fc.property(fc.oneof(signs, nearly, fc.json()), (text) => {
      expect(jsonFault(text) === null).toBe(isJson(text));
    }),
    cases(500),
  );
});

test("a text may have any characters but those below U+0020", () => {
  expect(jsonFault('"\u007F\u0085\u2028\uD800"')).toBeNull();
});

test("the longest message takes no longer than reading it once", () => {
  expect(jsonFault(`"${'\\"'.repeat(60_000)}`)).toContain("at character 1");
  expect(jsonFault("[".repeat(128 * 1024))).toBe("It ends too early to be JSON.");
});
