import { useState } from "react";
import { serverNow } from "../../data/clock/index.ts";
import type { Fleet } from "../../data/fleet/index.ts";
import { usePageKeys } from "../../ui/index.ts";
import { changesBetween } from "./changes-between.ts";

/** A list as it was when it was paused, and what has changed since. */
type Paused = {
  fleet: Fleet;
  /** The server's time (ms). */
  atMs: number;
  view: string;
  /** The list with the changes that are counted already. */
  counted: Fleet;
  changes: number;
  names: ReadonlySet<string>;
  errors: number;
};

export type Pause = {
  /** Null while the list is not paused. With a `note`, changes are not counted. */
  paused: { atMs: number; changes: number; stations: number; errors: number; note?: string } | null;
  toggle: () => void;
};

/** Lets the user pause a list, also with P. `view` identifies the optional parts of its rows: with other parts the list is not paused. */
export function usePause(fleet: Fleet | undefined, view: string): Pause & { shown: Fleet | undefined } {
  const [state, setState] = useState<Paused | null>(null);
  const paused = state?.view === view ? state : null;
  if (paused && fleet && paused.counted !== fleet) setState(withChanges(paused, fleet));

  function toggle() {
    setState(paused || !fleet ? null : pausedNow(fleet, view));
  }

  usePageKeys({ p: toggle });

  return {
    shown: paused?.fleet ?? fleet,
    paused: paused && {
      atMs: paused.atMs,
      changes: paused.changes,
      stations: paused.names.size,
      errors: paused.errors,
    },
    toggle,
  };
}

function pausedNow(fleet: Fleet, view: string): Paused {
  return { fleet, atMs: serverNow(), view, counted: fleet, changes: 0, names: new Set(), errors: 0 };
}

function withChanges(paused: Paused, fleet: Fleet): Paused {
  const { names, errors } = changesBetween(paused.counted.stations.rows, fleet.stations.rows);
  return {
    ...paused,
    counted: fleet,
    changes: paused.changes + names.length,
    names: names.length === 0 ? paused.names : new Set([...paused.names, ...names]),
    errors: paused.errors + errors,
  };
}
