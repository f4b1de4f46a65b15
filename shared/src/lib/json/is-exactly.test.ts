import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../../test/property-runs.ts";
import { z } from "zod";
import { isExactly } from "./is-exactly.ts";

const reading = z.union([z.number(), z.string().max(3), z.boolean()]).nullish();
const supported = {
  object: z.object({ a: z.string().min(1).max(3), b: z.boolean().optional(), c: reading }),
  list: z.array(z.object({ n: z.number().int().nonnegative().max(5) })).max(2),
  record: z.record(z.string().max(2), z.number().min(-1)),
  listed: z
    .partialRecord(z.enum(["x", "y"]), z.string())
    .catch({})
    .optional(),
  caught: z.object({ a: z.number().catch(1) }),
  literal: z.literal([1, "b"]),
};
/** Schemas that `isExactly` does not support. */
const unsupported = {
  trimmed: z.string().trim(),
  filled: z.object({ a: z.number().default(1) }),
  filledLater: z.object({ a: z.number().default(1).optional() }),
  first: z.union([z.object({ a: z.number() }), z.object({ a: z.number(), b: z.number() })]),
  transformed: z.object({ a: z.number().transform(String) }),
  loose: z.looseObject({ a: z.number() }),
  complete: z.record(z.enum(["x", "y"]), z.number()),
  refined: z.object({ a: z.number() }).refine(({ a }) => a > 1),
  integer: z.int(),
  mail: z.email(),
  above: z.number().gt(1).multipleOf(2),
  refinedOptional: z
    .string()
    .optional()
    .refine((value) => value === "x"),
  refinedNullable: z
    .number()
    .nullable()
    .refine((value) => value === null),
  refinedCatch: z
    .number()
    .catch(1)
    .refine((value) => value > 5),
  refinedUnion: z.union([z.number(), z.string()]).refine((value) => value === 6),
  changedUnion: z.union([z.number(), z.string()]).overwrite(() => 5),
  oneOfTwo: z.xor([z.string(), z.string().max(3)]),
  longer: z.string().min(2),
};

const scalar = fc.constantFrom(
  null,
  true,
  0,
  -1,
  1,
  0.5,
  6,
  2 ** 53,
  1e300,
  "",
  "a",
  "b",
  " a",
  "abc",
  "abcd",
  "x",
  "😀",
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "n", "x", "y", "abc", "__proto__"), tie("json"), { maxKeys: 3 }),
  ),
}));

test.each(Object.entries({ ...supported, ...unsupported }))(
  "a value that is exactly a %s is not changed by parsing",
  (_, schema) => {
    fc.assert(
      fc.property(json, (made) => {
        const parsed: unknown = JSON.parse(JSON.stringify(made));
        expect(isExactly(schema, parsed) ? schema.parse(parsed) : parsed).toStrictEqual(parsed);
      }),
      cases(100),
    );
  },
);

test.each([
  { what: "object", parsed: { a: "abc", c: null }, expected: true },
  { what: "object", parsed: { c: false, b: true, a: "a" }, expected: true },
  { what: "object", parsed: { b: true }, expected: false },
  { what: "object", parsed: { a: "abcd" }, expected: false },
  { what: "object", parsed: { a: "a", more: 1 }, expected: false },
  { what: "object", parsed: [], expected: false },
  { what: "object", parsed: JSON.parse('{"a":"a","__proto__":{}}'), expected: false },
  { what: "list", parsed: [{ n: 0 }, { n: 5 }], expected: true },
  { what: "list", parsed: [{ n: 0 }, { n: 0 }, { n: 0 }], expected: false },
  { what: "list", parsed: [{ n: 0.5 }], expected: false },
  { what: "list", parsed: [{ n: 6 }], expected: false },
  { what: "record", parsed: { a: -1, b: 7.5 }, expected: true },
  { what: "record", parsed: { abc: 1 }, expected: false },
  { what: "record", parsed: { a: JSON.parse("1e999") }, expected: false },
  { what: "listed", parsed: { x: "street" }, expected: true },
  { what: "listed", parsed: { z: "street" }, expected: false },
  { what: "caught", parsed: { a: 2 }, expected: true },
  { what: "caught", parsed: { a: "2" }, expected: false },
  { what: "caught", parsed: {}, expected: false },
  { what: "literal", parsed: "b", expected: true },
  { what: "literal", parsed: 2, expected: false },
] as const)("$parsed is exactly a $what: $expected", ({ what, parsed, expected }) => {
  expect(isExactly(supported[what], parsed)).toBe(expected);
});

test.each(Object.entries(unsupported))("a %s schema is not supported", (_, schema) => {
  for (const value of [1, 2, "a", "a@b.example", { a: 2 }, {}, { x: 1, y: 1 }]) {
    expect(isExactly(schema, value)).toBe(false);
  }
});
