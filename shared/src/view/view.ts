import type { Setting } from "./settings.ts";

export type Settings = Record<string, Setting<unknown>>;
type Values = Record<string, unknown>;

/** Texts of an address by key. */
export type AddressQuery = Readonly<Record<string, unknown>>;

type Sent<S> = S extends Setting<unknown> ? Exclude<ReturnType<S["send"]>, undefined> : never;
/** The name of a setting's parameter; never for a setting that is not sent. */
type ParamOf<K, S extends Setting<unknown>> = [Sent<S>] extends [never]
  ? never
  : [NonNullable<S["param"]>] extends [never]
    ? K
    : NonNullable<S["param"]>;

type CallQuery<S extends Settings> = { [K in keyof S & string as ParamOf<K, S[K]>]?: Sent<S[K]> };

/** The values of a view's settings. */
export type ViewValues<S extends Settings> = { [K in keyof S]: S[K]["fallback"] };

/** The settings of a page in its address. */
export type View<S extends Settings> = {
  /** The view of an address, which says what differs from `base`, by default from the defaults. Texts that are not valid are ignored. */
  read: (query: AddressQuery, base?: ViewValues<S>) => ViewValues<S>;
  /** An address with the view: only what differs from `base`, by default from the defaults. Other settings of the address stay. */
  write: <T = never>(
    values: ViewValues<S>,
    query?: Readonly<Record<string, T>>,
    base?: ViewValues<S>,
  ) => Record<string, string | T>;
  /** The texts of an address that are settings of the view. */
  known: (query: AddressQuery) => Record<string, string>;
  /** The view without filters, or without those in `only`. What the page keeps stays. */
  cleared: (values: ViewValues<S>, only?: readonly (keyof S)[]) => ViewValues<S>;
  /** The names of the filters that are set, which may hide something. */
  filtered: (values: ViewValues<S>) => (keyof S & string)[];
  /** The query of a call for the view at `now` (ms). */
  call: (values: ViewValues<S>, now: number) => CallQuery<S>;
};

/** The values of the settings of a view that is declared by `viewOf`. */
export type ValuesOf<V> = V extends View<infer S> ? ViewValues<S> : never;

/**
 * Declares the view of a page: its settings by name, each of which is the address's `{prefix}-{name}`. Reading, writing, clearing and the query
 * of calls follow from it.
 */
export function viewOf<S extends Settings>(
  prefix: string,
  settings: S,
  /** Resets settings that do not apply with the values of others. */
  tidy?: (values: ViewValues<S>) => ViewValues<S>,
): View<S>;
export function viewOf(
  prefix: string,
  settings: Settings,
  tidy: (values: Values) => Values = (v) => v,
): View<Settings> {
  const entries = Object.entries(settings).map(([name, setting]) => entryOf(prefix, name, setting));
  const known = new Set(entries.flatMap((entry) => entry.keys.names));
  const defaults = Object.fromEntries(entries.map(({ name, setting }) => [name, setting.fallback]));
  return {
    read: (query, base: Values = defaults) =>
      tidy(Object.fromEntries(entries.map(({ name, keys }) => [name, keys.read(query, base[name])]))),
    write<T = never>(values: Values, query: Readonly<Record<string, T>> = {}, base: Values = defaults) {
      const others = Object.entries(query).filter(([key]) => !known.has(key));
      const tidied = tidy(values);
      const written = entries.flatMap(({ name, keys }) => Object.entries(keys.write(tidied[name], base[name])));
      return Object.fromEntries<string | T>([...others, ...written]);
    },
    known: (query) =>
      Object.fromEntries(
        Object.entries(query).flatMap(([key, text]) =>
          known.has(key) && typeof text === "string" ? [[key, text]] : [],
        ),
      ),
    cleared: (values: Values, only) =>
      Object.fromEntries(
        entries.map(({ name, setting }) => {
          const isCleared = only?.includes(name) ?? !setting.isKept;
          return [name, isCleared ? setting.fallback : values[name]];
        }),
      ),
    filtered: (values: Values) =>
      entries.flatMap(({ name, setting, isDefault }) => (setting.isKept || isDefault(values[name]) ? [] : [name])),
    call: (values: Values, now) =>
      Object.fromEntries(
        entries.flatMap(({ name, setting }) => {
          const sent = setting.send(values[name], now);
          return sent === undefined ? [] : [[setting.param ?? name, sent]];
        }),
      ),
  };
}

/** A setting in the address. */
function entryOf(prefix: string, name: string, setting: Setting<unknown>) {
  const { key = `${prefix}-${name}`, fallback } = setting;
  const isSame = (value: unknown, base: unknown) => setting.write(value) === setting.write(base);
  const one = {
    names: [key],
    read({ [key]: text }: AddressQuery, base: unknown) {
      // Also a text that is no value but the default, such as an empty one.
      if (text === setting.write(fallback)) return fallback;
      const value = typeof text === "string" ? setting.read(text) : undefined;
      return value === undefined ? base : value;
    },
    write: (value: unknown, base: unknown): Record<string, string> =>
      isSame(value, base) ? {} : { [key]: setting.write(value) },
  };
  return { name, setting, isDefault: (value: unknown) => isSame(value, fallback), keys: setting.keys ?? one };
}
