import { expect, test } from "vitest";
import { mutantsOf } from "./mutants.ts";

/** A source with each mutant in its place. */
function mutated(source: string): string[] {
  return mutantsOf(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));
}

test.each([
  ["a < b;", ["(a) <= (b);", "(a) >= (b);"]],
  ["a && !b;", ["(a) || (!b);", "a && b;"]],
  ["if (a) b();", ["if (true) b();", "if (false) b();", "if (a) ;"]],
  ["const f = () => a;", ["const f = () => undefined;"]],
  ["function f() { return a; }", ["function f() { return undefined; }"]],
  ["const a = [true, 5];", ["const a = [];", "const a = [false, 5];", "const a = [true, 6];"]],
])("the mutants of %j", (source, expected) => {
  expect(mutated(source)).toEqual(expected);
});

test("types, imports and texts have no mutants", () => {
  const source = `import { a } from "a"; type A = 1 | true; interface B { b: 2 } const c: Record<string, A[3]> = "text"; c as A;`;
  expect(mutated(source)).toEqual([]);
});
