import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { settings, type SettingName } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings one by one and collects a sentence for each mistake, so that a person sees all of them at once. */
export type SettingsReader = {
  mistakes: string[];
  /** The trimmed text; null when it is absent or empty. */
  text: (name: SettingName) => string | null;
  integer: (name: SettingName, range: { min: number; max: number; fallback: number }) => number;
  choice: <Choice extends string>(
    name: SettingName,
    choices: readonly [Choice, ...Choice[]],
    fallback: Choice,
  ) => Choice;
};

export function readSettings(env: Environment): SettingsReader {
  const mistakes: string[] = [];
  const text = (name: SettingName) => textOf(env, name, mistakes);
  return {
    mistakes,
    text,
    integer(name, { min, max, fallback }) {
      const given = text(name);
      if (given === null) return fallback;
      const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      if (value >= min && value <= max) return value;
      mistakes.push(`${name} must be a whole number from ${min} to ${max}, not "${given}".`);
      return fallback;
    },
    choice(name, choices, fallback) {
      const given = text(name);
      if (given === null) return fallback;
      const chosen = choices.find((choice) => choice === given);
      if (chosen !== undefined) return chosen;
      mistakes.push(`${name} must be ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}, not "${given}".`);
      return fallback;
    },
  };
}

/** Settings that may be given as the path of a file that holds them, in `{name}_FILE`: those with a secret in them. */
export const inFiles: ReadonlySet<string> = new Set(
  settings.flatMap((setting) => ("inFile" in setting ? [setting.name] : [])),
);

function textOf(env: Environment, name: SettingName, mistakes: string[]): string | null {
  const given = env[name]?.trim() || null;
  const path = inFiles.has(name) ? env[`${name}_FILE`]?.trim() : undefined;
  if (!path) return given;
  if (given !== null) {
    mistakes.push(`${name} and ${name}_FILE are both set. Keep one of them.`);
    return given;
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

/** A URL with one of these protocols (`https:`) and a host; null for anything else. */
export function parseUrl(text: string, protocols: readonly string[]): URL | null {
  const url = URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "" ? url : null;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** An IP address, or a network with its prefix length: never one that holds every address. */
export function isProxyAddress(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}
