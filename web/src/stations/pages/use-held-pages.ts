import { useState } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { movedCount } from "../live/held-order.ts";
import { holdProps } from "../live/use-held-order.ts";
import type { LoadedPages } from "../../data/pages/index.ts";

type Held = { rows: ReadonlyMap<number, Station>; view: unknown };

/**
 * Keeps the loaded rows in their places while the pointer or the focus is in their list. What they show is still current, as long as their
 * stations are on loaded pages. Rows that are loaded meanwhile are held too.
 */
export function useHeldPages(pages: LoadedPages | undefined, view: unknown) {
  const [state, setHeld] = useState<Held | null>(null);
  const held = state !== null && state.view === view ? state.rows : null;
  const rows = pages && (held ? inHeldPlaces(held, pages.rows) : pages.rows);
  if (held && rows && rows.size > held.size) setHeld({ rows, view });

  return {
    rows,
    order: {
      moved: held && pages ? movedCount(namesIn(held, pages), namesIn(pages.rows, pages)) : 0,
      sortNow: () => pages && setHeld({ rows: pages.rows, view }),
      listProps: holdProps({
        isHeld: held !== null,
        hold: () => rows && setHeld({ rows, view }),
        release: () => setHeld(null),
      }),
    },
  };
}

/** The held rows as they are now, and others where there is room. */
function inHeldPlaces(held: Held["rows"], current: LoadedPages["rows"]): ReadonlyMap<number, Station> {
  const byName = new Map(Array.from(current.values(), (station) => [station.name, station]));
  const kept = Array.from(held, ([position, row]): [number, Station] => [position, byName.get(row.name) ?? row]);
  const names = new Set(kept.map(([, { name }]) => name));
  const others = [...current].filter(([position, { name }]) => !held.has(position) && !names.has(name));
  return new Map([...kept, ...others]);
}

/** The names in the part that was loaded last, in order. */
function namesIn(rows: LoadedPages["rows"], { from, end }: LoadedPages): string[] {
  return Array.from({ length: end - from }, (_, index) => rows.get(from + index)?.name ?? []).flat();
}
