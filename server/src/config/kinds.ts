import { z } from "zod";

/** Demo mode fills an empty database and is reachable from this machine only; production mode adds no demo content. */
export type Mode = "demo" | "production";

/** A setting's documentation. */
export type SettingDoc = {
  /** One line, printed by `--help` and in the settings table. */
  about: string;
  /** The unit of a numeric default. */
  unit?: string;
  /** What applies when the setting is absent, unless the default already says so. */
  without?: string;
  /** Marks a secret, which can also be read from the file named in `{name}_FILE`. */
  isSecret?: true;
  /** Describes the value that production requires. */
  required?: string;
};

export const settingDocs = z.registry<SettingDoc>();

/** A setting parsed by `schema`; null when absent. */
export function optional<Schema extends z.ZodType>(schema: Schema, doc: SettingDoc) {
  const setting = schema.nullable().default(null);
  settingDocs.add<z.ZodType>(setting, doc);
  return setting;
}

export function text(fallback: string, doc: SettingDoc) {
  return z.string().default(fallback).register(settingDocs, doc);
}

export function integer({ min, max, fallback }: { min: number; max: number; fallback: number }, doc: SettingDoc) {
  const about = `${doc.about} (${min} to ${max})`;
  return wholeNumber(min, max)
    .default(fallback)
    .register(settingDocs, { ...doc, about });
}

export function port(fallback: number, doc: SettingDoc, min = 0) {
  return wholeNumber(min, 65_535).default(fallback).register(settingDocs, doc);
}

export function choice<Choice extends string>(choices: readonly Choice[], fallback: NoInfer<Choice>, doc: SettingDoc) {
  const about = `${doc.about} (${alternatives(choices.map((one) => `\`${one}\``))})`;
  const find = (given: string) => choices.find((one) => one === given) ?? null;
  const schema = parsed(find, (given) => `must be ${alternatives(choices)}, not "${given}"`);
  const setting = schema.prefault(fallback);
  settingDocs.add<z.ZodType>(setting, { ...doc, about });
  return setting;
}

/** `read` parses the text, and returns null when it is invalid. `rule` is then the error message, which follows the setting's name. */
export function parsed<Value>(read: (given: string) => Value | null, rule: string | ((given: string) => string)) {
  return z.string().transform((given, context) => {
    const value = read(given);
    if (value !== null) return value;
    context.addIssue({ code: "custom", message: typeof rule === "string" ? rule : rule(given) });
    return z.NEVER;
  });
}

/** Accepts the text unchanged if `isValid` returns true. */
export function valid(isValid: (given: string) => boolean, rule: string | ((given: string) => string)) {
  return parsed((given) => (isValid(given) ? given : null), rule);
}

function wholeNumber(min: number, max: number) {
  const read = (given: string) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    return value >= min && value <= max ? value : null;
  };
  return parsed(read, (given) => `must be a whole number from ${min} to ${max}, not "${given}"`);
}

function alternatives(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
