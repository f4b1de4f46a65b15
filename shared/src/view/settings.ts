import { keysOf, recordOf, truncate } from "../lib/index.ts";

/** A setting of a page's view: how it is written in an address, and how it is sent in a call. */
export type Setting<T, Param extends string = string, Sent = unknown> = {
  /** The value of an address without it. */
  fallback: T;
  /** Undefined for a text that is not valid. */
  read(text: string): T | undefined;
  write(value: T): string;
  /** The value in a call at `now` (ms); undefined to leave it out. */
  send(value: T, now: number): Sent | undefined;
  /** Its parameter in calls, unless that is its name. */
  param?: Param;
  /** Its key in the address, unless that is the prefix of the view with its name. */
  key?: string;
  /** True if "Clear Filters" leaves it as it is, such as an order. */
  isKept?: boolean;
  /** Its keys in the address instead, if it has several. */
  keys?: SeveralKeys<T>;
};

/** Reads and writes a value with several keys. */
type SeveralKeys<T> = {
  names: readonly string[];
  read(query: Readonly<Record<string, unknown>>, fallback: T): T;
  /** Only what differs from the fallback. */
  write(value: T, fallback: T): Record<string, string>;
};

/** An order or a tab. It is always sent, and stays when filters are cleared. */
export function order<const T extends string>(options: readonly T[], fallback: NoInfer<T>): Setting<T, never, T> {
  const find = (text: string) => options.find((option) => option === text);
  return { fallback, read: find, write: String, send: (value) => value, isKept: true };
}

/** A text, cut to `max` characters; empty for any. */
export function text(max = 200): Setting<string, never, string> {
  const read = (value: string) => truncate(value, max);
  return { fallback: "", read, write: read, send: (value) => value.trim() || undefined };
}

/** Texts that fit a pattern, in any order; none for all. At most 50. */
export function texts(pattern: RegExp): Setting<readonly string[], never, readonly string[]> {
  return {
    fallback: [],
    read: (value) => [...new Set(value.split(","))].filter((one) => pattern.test(one)).slice(0, 50),
    write: (values) => values.join(),
    send: (values) => (values.length > 0 ? values : undefined),
  };
}

/** On or off; calls are sent only that it is on. */
export function flag(fallback = false): Setting<boolean, never, boolean> {
  return { fallback, read: readFlag, write: writeFlag, send: (value) => value || undefined };
}

/** Any number of texts, in the order of `options`; none for all. */
export function several<T extends string>(options: readonly T[]): Setting<readonly T[], never, readonly T[]> {
  return {
    fallback: [],
    read(value) {
      const texts = new Set<string>(value.split(","));
      return options.filter((option) => texts.has(option));
    },
    write: (values) => values.join(),
    send: (values) => (values.length > 0 ? values : undefined),
  };
}

/** Switches by name, each with its own key in the address. Calls are not sent any. */
export function switches<N extends string>(
  declared: Record<N, { key: string; isOn?: boolean }>,
): Setting<Record<N, boolean>, never, never> {
  const names = keysOf(declared);
  const fallback = recordOf(names, (name) => declared[name].isOn ?? false);
  return {
    fallback,
    read: () => undefined,
    write: (value) => names.map((name) => writeFlag(value[name])).join(""),
    send: () => undefined,
    keys: {
      names: names.map((name) => declared[name].key),
      read: (query, usual) =>
        recordOf(names, (name) => {
          const found = query[declared[name].key];
          return (typeof found === "string" ? readFlag(found) : undefined) ?? usual[name];
        }),
      write(value, usual) {
        const changed = names.filter((name) => value[name] !== usual[name]);
        return Object.fromEntries(changed.map((name) => [declared[name].key, writeFlag(value[name])]));
      },
    },
  };
}

function readFlag(text: string): boolean | undefined {
  return text === "1" ? true : text === "0" ? false : undefined;
}

function writeFlag(isOn: boolean): string {
  return isOn ? "1" : "0";
}

/** A setting that stays when filters are cleared. */
export function kept<T, P extends string, Sent>(setting: Setting<T, P, Sent>): Setting<T, P, Sent> {
  return { ...setting, isKept: true };
}

/** A setting that several views share. */
export function keyed<T, P extends string, Sent>(key: string, setting: Setting<T, P, Sent>): Setting<T, P, Sent> {
  return { ...setting, key };
}
