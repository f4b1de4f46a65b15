import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Brand } from "@groundcrew/shared/brand";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";
import { pageMs } from "../../data/clock/index.ts";
import { browserChoice, pageValue } from "../../page/index.ts";
import { changedParts, type RowPart } from "./changed-parts.ts";

const MARKED_MS = 2 * SECOND_MS;
/** When more rows than this change within a second, marks would only be noise. */
const MAX_A_SECOND = 20;

/** Whether rows that change are marked. */
export const marksChoice = browserChoice("live-marks-off");

const NONE: readonly RowPart[] = [];
/** When rows have changed within the last second. */
const recent = pageValue<readonly number[]>(() => []);

/** Counts a change of a row; false if there are too many. */
function isWorthMarking(): boolean {
  const now = pageMs();
  recent.set([...recent.get().filter((ms) => now - ms < SECOND_MS), now]);
  return recent.get().length <= MAX_A_SECOND;
}

/** The parts of a station's row that have just changed, to be marked for two seconds. */
export function useMarks(station: Station, context: { now: number; brand: Brand }): readonly RowPart[] {
  const [marked, setMarked] = useState<{ name: string; parts: readonly RowPart[] }>({
    name: station.name,
    parts: NONE,
  });
  const before = useRef(station);

  const compare = useEffectEvent((known: Station) => {
    // The row may show another station than before.
    if (known.name !== station.name || known === station || !marksChoice.get()) return;
    const parts = changedParts(known, station, context);
    if (parts.length > 0 && isWorthMarking()) setMarked({ name: station.name, parts });
  });
  useEffect(() => {
    compare(before.current);
    before.current = station;
  }, [station]);

  useEffect(() => {
    if (marked.parts.length === 0) return;
    const timer = setTimeout(() => setMarked({ name: marked.name, parts: NONE }), MARKED_MS);
    return () => clearTimeout(timer);
  }, [marked]);

  return marked.name === station.name ? marked.parts : NONE;
}
