import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { pickFields } from "./pick-fields.ts";

const device = z.object({ name: z.string().optional(), seen: z.number().nullish() });
const schema = z.object({
  b: device.optional(),
  a: z.array(device).nullish(),
  c: z.record(z.string(), device).optional(),
  d: z.partialRecord(z.enum(["x", "y"]), z.string()).catch({}),
  e: z.array(z.number()).optional(),
});

const name = fc.constantFrom("x", "y", "2", "1");
const anyDevice = fc.record(
  { seen: fc.option(fc.integer()), other: fc.integer(), name: fc.string() },
  { requiredKeys: [] },
);
const valid = fc
  .record(
    {
      e: fc.array(fc.integer()),
      d: fc.dictionary(fc.constantFrom("y", "x"), fc.string()),
      c: fc.dictionary(name, anyDevice),
      a: fc.option(fc.array(anyDevice)),
      b: anyDevice,
      other: fc.anything(),
    },
    { requiredKeys: ["d"] },
  )
  .chain((value) => fc.shuffledSubarray(Object.entries(value), { minLength: Object.keys(value).length }))
  .map((entries) => Object.fromEntries(entries));

test("the fields of a valid value are those that parsing returns, in the same order", () => {
  fc.assert(
    fc.property(valid, (value) => {
      expect(JSON.stringify(pickFields(schema, value))).toBe(JSON.stringify(schema.parse(value)));
    }),
  );
});
