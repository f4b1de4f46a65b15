import { MINUTE_MS, timeWindow, truncate, windowStart, type TimeWindow } from "@groundcrew/shared/lib";

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
};

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

/** An order or a tab. It is always sent, and stays when filters are cleared. */
export function order<const T extends string>(options: readonly T[], fallback: NoInfer<T>): Setting<T, never, T> {
  const find = (text: string) => options.find((option) => option === text);
  return { fallback, read: find, write: String, send: (value) => value, isKept: true };
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

/** A text, cut to `max` characters; empty for any. */
export function text(max = 200): Setting<string, never, string> {
  const read = (value: string) => truncate(value, max);
  return { fallback: "", read, write: read, send: (value) => value.trim() || undefined };
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

/** Off unless the address says otherwise. */
export function flag(): Setting<boolean, never, boolean> {
  return {
    fallback: false,
    read: (value) => value === "1",
    write: (value) => (value ? "1" : ""),
    send: (value) => value || undefined,
  };
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

/** A setting that stays when filters are cleared. */
export function kept<T, P extends string, Sent>(setting: Setting<T, P, Sent>): Setting<T, P, Sent> {
  return { ...setting, isKept: true };
}

/** A setting that several views share. */
export function keyed<T, P extends string, Sent>(key: string, setting: Setting<T, P, Sent>): Setting<T, P, Sent> {
  return { ...setting, key };
}

/** A setting that is sent under another name. */
export function sentAs<T, P extends string, Sent>(param: P, setting: Setting<T, never, Sent>): Setting<T, P, Sent> {
  return { ...setting, param };
}

export type Settings = Record<string, Setting<unknown>>;
type Values = Record<string, unknown>;

/** Texts of an address by key. */
export type AddressQuery = Readonly<Record<string, unknown>>;

type CallQuery<S extends Settings> = {
  [K in keyof S & string as [NonNullable<S[K]["param"]>] extends [never] ? K : NonNullable<S[K]["param"]>]?: Exclude<
    ReturnType<S[K]["send"]>,
    undefined
  >;
};

/** The values of a view's settings. */
export type ViewValues<S extends Settings> = { [K in keyof S]: S[K]["fallback"] };

/** The settings of a page in its address. */
export type View<S extends Settings> = {
  /** The view of an address. Texts that are not valid are ignored. */
  read: (query: AddressQuery) => ViewValues<S>;
  /** An address with the view: only what differs from the default. Other settings of the address stay. */
  write: (values: ViewValues<S>, query?: AddressQuery) => Record<string, unknown>;
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
  const entries = Object.entries(settings).map(([name, setting]) => {
    const { key = `${prefix}-${name}`, param = name, fallback } = setting;
    return { name, key, param, fallback, setting, isDefault: (value: unknown) => textOf(value) === textOf(fallback) };
    function textOf(value: unknown): string {
      return setting.write(value);
    }
  });
  const keys = new Set(entries.map(({ key }) => key));
  return {
    read: (query) =>
      tidy(
        Object.fromEntries(
          entries.map(({ name, key, fallback, setting }) => {
            const found = query[key];
            return [name, (typeof found === "string" ? setting.read(found) : undefined) ?? fallback];
          }),
        ),
      ),
    write(values: Values, query = {}) {
      const others = Object.entries(query).filter(([key]) => !keys.has(key));
      const tidied = tidy(values);
      const written = entries.flatMap(({ name, key, setting, isDefault }) =>
        isDefault(tidied[name]) ? [] : [[key, setting.write(tidied[name])] as const],
      );
      return Object.fromEntries([...others, ...written]);
    },
    cleared: (values: Values, only) =>
      Object.fromEntries(
        entries.map(({ name, fallback, setting }) => {
          const isCleared = only?.includes(name) ?? !setting.isKept;
          return [name, isCleared ? fallback : values[name]];
        }),
      ),
    filtered: (values: Values) =>
      entries.flatMap(({ name, setting, isDefault }) => (setting.isKept || isDefault(values[name]) ? [] : [name])),
    call: (values: Values, now) =>
      Object.fromEntries(
        entries.flatMap(({ name, param, setting }) => {
          const sent = setting.send(values[name], now);
          return sent === undefined ? [] : [[param, sent]];
        }),
      ),
  };
}
