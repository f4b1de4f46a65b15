import { readFileSync } from "node:fs";
import type { z } from "zod";
import type { Mode } from "./kinds.ts";
import { secretNames, settings } from "./documented.ts";
import { settingsSchema } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type SettingValues = z.output<ReturnType<typeof settingsSchema>>;

/** `mistakes` has a sentence for each mistake, so that all of them can be reported at once. An invalid setting has its default value. */
export type ParsedSettings = {
  mode: Mode;
  values: SettingValues;
  isSet: (...names: string[]) => boolean;
  mistakes: string[];
};

/** Reads every setting from the environment. Nothing else reads settings. */
export function readSettings(env: Environment): ParsedSettings {
  const mistakes: string[] = [];
  const texts = new Map(
    settings.flatMap(({ name }) => {
      const text = textOf(env, name, mistakes);
      return text === null ? [] : [[name, text] as const];
    }),
  );
  const mode = texts.get("GROUNDCREW_MODE") === "production" ? "production" : "demo";
  for (const { name, required } of settings) {
    if (mode === "production" && required !== undefined && !texts.has(name)) {
      mistakes.push(`${name} is required in production: ${required}.`);
    }
  }
  const schema = settingsSchema(mode);
  const isSet = (...names: string[]) => names.every((name) => texts.has(name));
  const result = schema.safeParse(Object.fromEntries(texts));
  if (result.success) return { mode, values: result.data, isSet, mistakes };
  const valid = new Map(texts);
  for (const { path, message } of result.error.issues) {
    const name = String(path[0]);
    mistakes.push(`${name} ${message}.`);
    valid.delete(name);
  }
  return { mode, values: schema.parse(Object.fromEntries(valid)), isSet, mistakes };
}

function textOf(env: Environment, name: string, mistakes: string[]): string | null {
  const value = env[name]?.trim() || null;
  const path = secretNames.has(name) ? env[`${name}_FILE`]?.trim() : undefined;
  if (!path) return value;
  if (value !== null) {
    mistakes.push(`${name} and ${name}_FILE are both set. Keep one of them.`);
    return value;
  }
  try {
    const text = readFileSync(path, "utf8").trim();
    if (text === "") mistakes.push(`The file ${path} (${name}_FILE) is empty.`);
    return text || null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    mistakes.push(`The file ${path} (${name}_FILE) cannot be read (${code}).`);
    return null;
  }
}
