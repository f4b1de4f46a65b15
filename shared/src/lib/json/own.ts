/** The value of an untrusted key in a record; inherited properties are ignored. */
export function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The names of a record's own fields, in their order. */
export function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record).filter((key): key is K => Object.hasOwn(record, key));
}

/** A record with the value of each name. */
export function recordOf<K extends string, V>(names: readonly K[], valueOf: (name: K) => V): Record<K, V>;
export function recordOf(names: readonly string[], valueOf: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}
