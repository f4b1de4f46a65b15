import { isIP } from "node:net";
import type { SettingName } from "./settings.ts";

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
  const text = (name: SettingName) => env[name]?.trim() || null;
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
