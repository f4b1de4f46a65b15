import { useMemo, useState } from "react";
import type { Fleet } from "../../data/fleet/index.ts";
import type { Station } from "@groundcrew/shared/stations";
import { inHeldOrder, movedCount } from "./held-order.ts";

type Held = { names: readonly string[]; view: unknown };

/**
 * Keeps rows in their places while the pointer or the focus is in their list, so that nobody presses the wrong row. What
 * the rows show is still current. `view` is what the user chose: another choice orders the rows again.
 */
export function useHeldOrder(fleet: Fleet | undefined, stations: readonly Station[] | undefined, view: unknown) {
  const [held, setHeld] = useState<Held | null>(null);
  const names = held !== null && held.view === view ? held.names : null;
  const rows = useMemo(() => {
    if (names === null || !fleet || !stations) return stations;
    const kept = inHeldOrder(names, fleet.stations.rows);
    return isSame(kept, stations) ? stations : kept;
  }, [names, fleet, stations]);
  const moved = useMemo(
    () =>
      names === null || !stations
        ? 0
        : movedCount(
            names,
            stations.map(({ name }) => name),
          ),
    [names, stations],
  );

  function hold(list: readonly Station[] | undefined): void {
    if (list) setHeld({ names: list.map(({ name }) => name), view });
  }

  return {
    rows,
    /** How many rows would move if the order were not held. */
    moved,
    sortNow: () => hold(stations),
    listProps: holdProps({ isHeld: names !== null, hold: () => hold(rows), release: () => setHeld(null) }),
  };
}

type HoldOptions = { isHeld: boolean; hold: () => void; release: () => void };

/** Holds the rows of a list while the pointer or the focus is in it. */
export function holdProps({ isHeld, hold, release }: HoldOptions) {
  return {
    onPointerEnter: hold,
    // After another choice of view, which the user may make with the keyboard.
    onPointerMove: () => {
      if (!isHeld) hold();
    },
    onPointerLeave: ({ currentTarget }: { currentTarget: Element }) => {
      if (!currentTarget.contains(document.activeElement)) release();
    },
    onFocus: () => {
      if (!isHeld) hold();
    },
    onBlur: ({ currentTarget, relatedTarget }: { currentTarget: Element; relatedTarget: unknown }) => {
      const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!isInside && !currentTarget.matches(":hover")) release();
    },
  };
}

function isSame(one: readonly Station[], other: readonly Station[]): boolean {
  return one.length === other.length && one.every((station, index) => station === other[index]);
}
