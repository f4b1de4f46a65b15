import { MINUTE_MS, timeWindow, windowStart, type TimeWindow } from "../lib/index.ts";
import { order, type Setting } from "./settings.ts";

/** One of several texts, or `fallback`, which by default is none of them and does not filter. */
export function choice<T extends string>(options: readonly T[]): Setting<T | "", never, T>;
export function choice<const T extends string, const F extends string>(
  options: readonly T[],
  fallback: F,
): Setting<T | F, never, T>;
export function choice<T extends string>(options: readonly T[], fallback: T | "" = ""): Setting<T | "", never, T> {
  const find = (text: string) => options.find((option) => option === text);
  return { fallback, read: find, write: String, send: (value) => (value === fallback ? undefined : find(value)) };
}

/** The largest number that the database gives to something. */
const MAX_ID = 2_147_483_647;

/** The number of something; empty for any. */
export function id(): Setting<string, never, number> {
  const isId = (value: string) => /^[1-9]\d{0,9}$/.test(value) && Number(value) <= MAX_ID;
  return {
    fallback: "",
    read: (value) => (isId(value) ? value : undefined),
    write: String,
    send: (value) => (value === "" ? undefined : Number(value)),
  };
}

/** A text that has to fit a schema; empty for any. */
export function checked(schema: { safeParse: (text: string) => { success: boolean } }): Setting<string, never, string> {
  return {
    fallback: "",
    read: (value) => (schema.safeParse(value).success ? value : undefined),
    write: String,
    send: (value) => value || undefined,
  };
}

/** A period that ends now. Calls are sent its start, which is a whole minute. */
export function since(fallback: TimeWindow): Setting<TimeWindow, never, string> {
  return {
    ...order(timeWindow.options, fallback),
    isKept: false,
    send(value, now) {
      const start = windowStart(value, now - (now % MINUTE_MS));
      return start === null ? undefined : new Date(start).toISOString();
    },
  };
}

/** A setting that is sent under another name. */
export function sentAs<T, P extends string, Sent>(param: P, setting: Setting<T, never, Sent>): Setting<T, P, Sent> {
  return { ...setting, param };
}

/** A setting that calls are not sent. */
export function unsent<T>(setting: Setting<T, never>): Setting<T, never, never> {
  return { ...setting, send: () => undefined };
}

/** The column that rows are sorted by: its key, with a leading minus if descending. It stays when filters are cleared, and is not sent. */
export function columnSort<K extends string, F extends ColumnSort<K> | null>(
  keys: readonly K[],
  fallback: F,
): Setting<ColumnSort<K> | F, never, never> {
  return {
    fallback,
    read(text) {
      const key = keys.find((one) => one === text.replace(/^-/, ""));
      return key === undefined ? undefined : { key, isDescending: text.startsWith("-") };
    },
    write: (sort) => (sort ? `${sort.isDescending ? "-" : ""}${sort.key}` : ""),
    send: () => undefined,
    isKept: true,
  };
}

export type ColumnSort<K extends string> = { key: K; isDescending: boolean };
