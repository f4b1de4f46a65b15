import { z } from "zod";

/** Where someone was in the list: which rows are open, which groups are closed, and what stands at the window's top. */
const listPlace = z.object({
  open: z.array(z.string()),
  closed: z.array(z.string()),
  /** Heights of the open rows (px), so that nothing moves while they are measured again. */
  heights: z.record(z.string(), z.number()),
  /** The line at the top of the window, and how far the window begins below it (px); null at the top of the page. */
  anchor: z.object({ key: z.string(), offset: z.number() }).nullable(),
});
export type ListState = z.output<typeof listPlace>;

/** The list as it opens for the first time. */
export const INITIAL_LIST_STATE: ListState = { open: [], closed: [], heights: {}, anchor: null };

const stored = z.object({
  /** The list that was left last: whose it was, its query, and its entry in the tab's history. */
  last: z.object({ user: z.string(), query: z.record(z.string(), z.string()), entry: z.string() }).nullable(),
  /** Places by the key of their history entry, the one kept last at the end. */
  places: z.array(z.tuple([z.string(), listPlace])),
});
type Stored = z.output<typeof stored>;
export type LastList = NonNullable<Stored["last"]>;

const KEY = "groundcrew-list";
const STORED_MAX = 20;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem">;

/** The place kept with an entry of the tab's history; null when there is none. */
export function readListState(storage: Storage, entry: string | undefined): ListState | null {
  return read(storage).places.find(([key]) => key === entry)?.[1] ?? null;
}

/** Keeps a place with an entry of the tab's history. Only the latest ones are kept. */
export function saveListState(storage: Storage, entry: string, place: ListState): void {
  const { last, places } = read(storage);
  const others = places.filter(([key]) => key !== entry);
  write(storage, { last, places: [...others, [entry, place] satisfies [string, ListState]].slice(-STORED_MAX) });
}

/** The list that a user left last in this tab. */
export function lastList(storage: Storage, user: string): LastList | null {
  const { last } = read(storage);
  return last?.user === user ? last : null;
}

/** Remembers which list a user looks at, for the way back to it. */
export function rememberList(storage: Storage, last: LastList): void {
  write(storage, { last, places: read(storage).places });
}

function read(storage: Storage): Stored {
  const text = storage.getItem(KEY);
  const parsed = text === null ? null : stored.safeParse(parseJson(text));
  return parsed?.data ?? { last: null, places: [] };
}

function write(storage: Storage, value: Stored): void {
  try {
    storage.setItem(KEY, JSON.stringify(value));
  } catch {
    // The tab's storage is full or switched off: the list then opens at its top.
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
