import type { Station } from "@groundcrew/shared/stations";
import { pageValue } from "../../page/index.ts";

/** How many stations are remembered that are on no loaded page any more. */
const REMEMBERED = 20_000;

const remembered = pageValue<ReadonlyMap<string, Station>>(() => new Map());

/** Stations of lists in pages that were loaded before, by name, as they were then: some may be selected. */
export const knownRows = {
  subscribe: remembered.subscribe,
  all: remembered.get,
  clear: (): void => remembered.set(new Map()),
  add: (rows: readonly Station[]): void => {
    const names = new Set(rows.map(({ name }) => name));
    const others = [...remembered.get()].filter(([name]) => !names.has(name)).slice(-REMEMBERED);
    remembered.set(new Map([...others, ...rows.map((row): [string, Station] => [row.name, row])]));
  },
};
