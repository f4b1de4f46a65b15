import * as fc from "fast-check";
import { z } from "zod";
import { anything, anyText } from "./hostile.ts";

type Schema = z.core.JSONSchema._JSONSchema;
type Described = z.core.JSONSchema.BaseSchema;

/** Values that match a schema or just miss it, including known ids, and now and then any value at all. */
export function valuesOf(schema: z.ZodType, known: readonly unknown[]): fc.Arbitrary<unknown> {
  return fitting(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), fc.constantFrom(...known));
}

function fitting(schema: Schema | undefined, known: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 10, arbitrary: ofKind(schema, known) },
    { weight: 1, arbitrary: known },
    { weight: 1, arbitrary: anything },
  );
}

function ofKind(schema: Schema | undefined, known: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (schema === undefined || typeof schema === "boolean") return anything;
  const { anyOf, oneOf, allOf } = schema;
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map((one) => ofKind(one, known)));
  if (allOf) return ofKind(allOf[0], known);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return fc.oneof(text(schema), known);
    case "integer":
    case "number":
      return fc.oneof(amount(schema), known);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return list(schema, known);
    case "object":
      return fields(schema, known);
    case undefined:
    default:
      return anything;
  }
}

function text({ pattern, format, minLength = 0, maxLength = 60 }: Described): fc.Arbitrary<unknown> {
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1].filter((length) => length >= 0);
  const byLength = fc.constantFrom(...lengths).map((length) => "a".repeat(Math.min(length, 100_000)));
  const free = fc.string({ minLength, maxLength: Math.min(maxLength, 80) });
  return fc.oneof(byLength, free, anyText, ...(format ? [ofFormat(format)] : []), ...matching(pattern));
}

const TIME_LIMITS = ["0000-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"] as const;

function ofFormat(format: string): fc.Arbitrary<string> {
  const day = fc.date({ min: new Date("2019-12-30"), max: new Date("2030-01-01"), noInvalidDate: true });
  switch (format) {
    case "date-time":
      return fc.oneof(
        day.map((at) => at.toISOString()),
        fc.constantFrom(...TIME_LIMITS),
      );
    case "date":
      return day.map((at) => at.toISOString().slice(0, 10));
    case "email":
      return fc.emailAddress();
    case "uri":
      return fc.webUrl();
    default:
      return fc.string();
  }
}

/** Each is used by many calls, and is slow to make. */
const byPattern = new Map<string, fc.Arbitrary<string>>();

/** Strings that match a pattern; none for patterns that fast-check can't generate from. */
function matching(pattern: string | undefined): fc.Arbitrary<string>[] {
  if (pattern === undefined || pattern.includes("(?!") || pattern.includes("\\p{")) return [];
  const strings = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern), { maxLength: 100 });
  byPattern.set(pattern, strings);
  return [strings];
}

function amount({ minimum = -10, maximum = 2 ** 31 }: Described): fc.Arbitrary<number> {
  const limits = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1, (minimum + maximum) / 2];
  return fc.oneof(fc.constantFrom(...limits), fc.integer({ min: 0, max: 20 }));
}

function list({ items, minItems = 0 }: Described, known: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const item = Array.isArray(items) ? items[0] : items;
  const some = fc.array(fitting(item, known), { maxLength: minItems + 3 });
  return fc.oneof({ weight: 4, arbitrary: some }, { weight: 1, arbitrary: some.map((items) => items.concat(items)) });
}

function fields({ properties = {}, required = [] }: Described, known: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const each = Object.entries(properties).map(([name, items]) => {
    const value = fitting(items, known);
    const left = fc.option(value, { freq: required.includes(name) ? 20 : 2, nil: undefined });
    return left.map((one): [string, unknown][] => (one === undefined ? [] : [[name, one]]));
  });
  const unknownField = fc.option(fc.tuple(fc.constantFrom("surprise", "__proto__", "created"), anything), { freq: 12 });
  return fc
    .tuple(unknownField, ...each)
    .map(([more, ...pairs]) => Object.fromEntries([...pairs.flat(), ...(more ? [more] : [])]));
}
