import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../../shared/test/property-runs.ts";
import { jsonChunkParser } from "./read-json.ts";

/** Parses the text in chunks cut at the given positions, as a network may do. */
function readCut(text: string, cuts: number[]): unknown {
  const bytes = new TextEncoder().encode(text);
  const pieces = jsonChunkParser();
  let begin = 0;
  for (const cut of cuts.map((positions) => positions % (bytes.length + 1)).sort((a, b) => a - b)) {
    pieces.take(bytes.subarray(begin, cut));
    begin = cut;
  }
  pieces.take(bytes.subarray(begin));
  return pieces.end();
}

const cuts = fc.array(fc.nat(), { maxLength: 8 });
const value = fc.jsonValue({ maxDepth: 3, stringUnit: "grapheme" });
const byLine = fc.array(value).map((items) => `[${items.map((item) => JSON.stringify(item)).join(",\n")}]`);
const prettyPrinted = value.map((item) => JSON.stringify(item, null, 1));
/** Random text that is sometimes valid JSON. */
const fragments = fc.string({ unit: fc.constantFrom("[", "]", "1", ",\n", '"', "{", "}", ":", " ") });

test("a response that arrives in chunks is parsed like a whole one", () => {
  fc.assert(
    fc.property(fc.oneof(byLine, prettyPrinted), cuts, (text, positions) => {
      expect(readCut(text, positions)).toEqual(JSON.parse(text));
    }),
  );
});

test("invalid JSON is rejected, however it is cut", () => {
  fc.assert(
    fc.property(fragments, cuts, (text, positions) => {
      expect(resultOrError(() => readCut(text, positions))).toEqual(resultOrError(() => JSON.parse(text)));
    }),
    cases(500),
  );
});

test("a list that ends in a comma is not JSON, wherever it is cut", () => {
  expect(() => readCut("[1,\n]", [4])).toThrow(SyntaxError);
});

function resultOrError(read: () => unknown): unknown {
  try {
    return { read: read() };
  } catch {
    return "not JSON";
  }
}
