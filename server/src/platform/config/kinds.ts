import { z } from "zod";

/** Demo mode fills an empty database and is reachable from this machine only; production mode adds no demo content. */
export type Mode = "demo" | "production";

/** A setting's documentation. */
export type SettingDoc = {
  /** One line, printed by `--help` and in the settings table. */
  about: string;
  /** The unit of a numeric default. */
  unit?: string;
  /** The behavior when the setting is absent, unless the default already says so. */
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
  const find = (input: string) => choices.find((one) => one === input) ?? null;
  const schema = parsed(find, (input) => `must be ${alternatives(choices)}, not "${input}"`);
  const setting = schema.prefault(fallback);
  settingDocs.add<z.ZodType>(setting, { ...doc, about });
  return setting;
}

/** `read` parses the text, and returns null when it is invalid. `rule` is then the error message, which follows the setting's name. */
export function parsed<Value>(read: (input: string) => Value | null, rule: string | ((input: string) => string)) {
  return z.string().transform((input, context) => {
    const value = read(input);
    if (value !== null) return value;
    context.addIssue({ code: "custom", message: typeof rule === "string" ? rule : rule(input) });
    return z.NEVER;
  });
}

/** Accepts the text unchanged if `isValid` returns true. */
export function valid(isValid: (input: string) => boolean, rule: string | ((input: string) => string)) {
  return parsed((input) => (isValid(input) ? input : null), rule);
}

function wholeNumber(min: number, max: number) {
  const read = (input: string) => {
    const value = /^\d{1,9}$/.test(input) ? Number(input) : Number.NaN;
    return value >= min && value <= max ? value : null;
  };
  return parsed(read, (input) => `must be a whole number from ${min} to ${max}, not "${input}"`);
}

function alternatives(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
