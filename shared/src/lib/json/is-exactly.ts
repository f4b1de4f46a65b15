import { z } from "zod";

type Check = (value: unknown) => boolean;
type Schema = z.core.$ZodType;

const made = new WeakMap<Schema, Check>();
const never: Check = () => false;

/**
 * Whether parsed JSON equals what the schema would return for it: it is valid, and the schema would neither remove nor change anything.
 * Allocates nothing, whereas zod allocates twenty times the size of a snapshot to parse it. False is inconclusive, because only some kinds
 * of schema are supported; then parse with the schema.
 */
export function isExactly<S extends z.ZodType>(schema: S, parsed: unknown): parsed is z.output<S> {
  return (made.get(schema) ?? make(schema))(parsed);
}

function make(schema: Schema): Check {
  const check = checkOf(schema);
  made.set(schema, check);
  return check;
}

/** Returns `never` for an unsupported schema. */
function checkOf(schema: Schema): Check {
  if (schema instanceof z.ZodObject) return objectCheck(schema);
  if (schema instanceof z.ZodArray) return arrayCheck(schema);
  if (schema instanceof z.ZodRecord) return recordCheck(schema);
  if (!isWrapper(schema)) return scalarCheck(schema) ?? never;
  if (schema.def.checks?.length) return never;
  const check = checkOf(schema.def.innerType);
  // Absent fields are not checked, and JSON has no other `undefined`.
  return schema instanceof z.ZodNullable ? (value) => value === null || check(value) : check;
}

function isWrapper(schema: Schema): schema is z.ZodOptional | z.ZodCatch | z.ZodNullable {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodCatch || schema instanceof z.ZodNullable;
}

function objectCheck({ shape, def }: z.ZodObject): Check {
  if (def.catchall || def.checks?.length) return never;
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, checkOf(field)]));
  const required = Object.keys(shape).filter((name) => !mayBeAbsent(shape[name]));
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) {
      const check = fields.get(name);
      if (check === undefined || !check(value[name])) return false;
    }
    for (const name of required) if (!Object.hasOwn(value, name)) return false;
    return true;
  };
}

/** Without a default taking its place. */
function mayBeAbsent(field: Schema | undefined): boolean {
  return field?._zod.optin === "optional" && field._zod.optout === "optional";
}

function recordCheck({ keyType, valueType, def }: z.ZodRecord): Check {
  const isName = scalarCheck(keyType);
  // If the keys are enumerated, all are required unless the record is partial.
  if (!isName || def.checks?.length || (keyType._zod.values && !def.partial)) return never;
  const isValue = checkOf(valueType);
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) if (name === "__proto__" || !isName(name) || !isValue(value[name])) return false;
    return true;
  };
}

function arrayCheck({ element, def }: z.ZodArray): Check {
  const bounds = boundsOf(def.checks);
  if (!bounds) return never;
  const isItem = checkOf(element);
  return (value) => {
    if (!Array.isArray(value) || value.length < bounds.least || value.length > bounds.most) return false;
    for (const item of value) if (!isItem(item)) return false;
    return true;
  };
}

/** For schemas of scalars that do not transform their value. */
function scalarCheck(schema: Schema): Check | undefined {
  if (schema instanceof z.ZodUnion) return unionCheck(schema);
  const bounds = boundsOf(schema._zod.def.checks);
  if (!bounds || schema instanceof z.core.$ZodCheck) return undefined;
  const { least, most, isInteger } = bounds;
  if (schema instanceof z.ZodString) {
    // zod counts characters and this UTF-16 units, so that only a minimum of 1 means the same for both.
    if (least > 1) return undefined;
    return (value) => typeof value === "string" && value.length >= least && value.length <= most;
  }
  if (schema instanceof z.ZodNumber) {
    const isNumber = isInteger ? Number.isSafeInteger : Number.isFinite;
    return (value) => typeof value === "number" && isNumber(value) && value >= least && value <= most;
  }
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === "boolean";
  if (schema instanceof z.ZodEnum) return oneOf(schema.options);
  return schema instanceof z.ZodLiteral ? oneOf(schema.values) : undefined;
}

function unionCheck({ options, def }: z.ZodUnion): Check | undefined {
  const checks = options.flatMap((option) => scalarCheck(option) ?? []);
  if (def.checks?.length || def.inclusive === false || checks.length < options.length) return undefined;
  return (value) => {
    for (const fits of checks) if (fits(value)) return true;
    return false;
  };
}

function oneOf(values: Iterable<unknown>): Check {
  const known = new Set(values);
  return (value) => known.has(value);
}

type Bounds = { least: number; most: number; isInteger: boolean };

/** The allowed range of a length or number; undefined if the schema has other checks. */
function boundsOf(checks: readonly z.core.$ZodCheck[] = []): Bounds | undefined {
  const bounds = { least: -Infinity, most: Infinity, isInteger: false };
  for (const check of checks) {
    if (check instanceof z.core.$ZodCheckMinLength) bounds.least = Math.max(bounds.least, check._zod.def.minimum);
    else if (check instanceof z.core.$ZodCheckMaxLength) bounds.most = Math.min(bounds.most, check._zod.def.maximum);
    else if (check instanceof z.core.$ZodCheckGreaterThan && check._zod.def.inclusive) {
      bounds.least = Math.max(bounds.least, Number(check._zod.def.value));
    } else if (check instanceof z.core.$ZodCheckLessThan && check._zod.def.inclusive) {
      bounds.most = Math.min(bounds.most, Number(check._zod.def.value));
    } else if (check instanceof z.core.$ZodCheckNumberFormat && check._zod.def.format === "safeint") {
      bounds.isInteger = true;
    } else return undefined;
  }
  return bounds;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
