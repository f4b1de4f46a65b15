import { z } from "zod";

type Pick = (value: unknown) => unknown;
type Schema = z.core.$ZodType;

const made = new WeakMap<Schema, Pick>();
const all: Pick = (value) => value;

/**
 * Returns what the schema would return for JSON that is known to be valid: only its fields, in its order. Checks nothing, whereas zod would check
 * each value again. For objects, arrays and records; values of other schemas are left as they are.
 */
export function pickFields<Output>(schema: z.core.$ZodType<Output>, valid: unknown): Output;
export function pickFields(schema: Schema, valid: unknown): unknown {
  return (made.get(schema) ?? make(schema))(valid);
}

function make(schema: Schema): Pick {
  const pick = pickOf(schema);
  made.set(schema, pick);
  return pick;
}

function pickOf(schema: Schema): Pick {
  if (schema instanceof z.ZodObject) return pickOfObject(schema);
  if (schema instanceof z.ZodArray) return pickOfItems(pickOf(schema.element));
  if (schema instanceof z.ZodRecord) return pickOfRecord(pickOf(schema.valueType));
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodCatch;
  return isWrapper ? pickOf(schema.def.innerType) : all;
}

function pickOfObject({ shape }: z.ZodObject): Pick {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, pick: pickOf(field) }));
  return (value) => {
    if (!isObject(value)) return value;
    const picked: Record<string, unknown> = {};
    for (const { name, pick } of fields) {
      const own = value[name];
      if (own !== undefined) picked[name] = pick === all ? own : pick(own);
    }
    return picked;
  };
}

function pickOfItems(pick: Pick): Pick {
  if (pick === all) return all;
  return (value) => (Array.isArray(value) ? value.map(pick) : value);
}

function pickOfRecord(pick: Pick): Pick {
  if (pick === all) return all;
  return (value) => {
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, pick(one)]));
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
