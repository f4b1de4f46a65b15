import type { ReadyJson } from "@groundcrew/shared/contract";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { HourSeconds } from "@groundcrew/shared/readiness";
import type { SwapCounts } from "@groundcrew/shared/swap-attempts";
import type { Wallboard } from "@groundcrew/shared/wallboards";
import { readMonthSums, usualMonth, type MonthSums } from "../availability/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { readHours } from "../readiness/index.ts";
import { periodOf, selectCounts, selectTotal, type Period } from "../swap-attempts/index.ts";

/** The hours of the chart. */
const HOURS = 24;
/** How long a reply, and figures, are shown before they are read again (ms). Days change once a day. */
const KEPT_MS = { reply: 5 * SECOND_MS, swaps: MINUTE_MS, hours: 5 * MINUTE_MS, month: 10 * MINUTE_MS } as const;

/** The attempts of each station, or in one sum of all. */
export type CountedSwaps = readonly (SwapCounts & { station?: string })[];
/** The swaps since the day began (UTC) and in the last 24 hours. */
type SwapFigures = { today: CountedSwaps; day: CountedSwaps };

type Options = { db: SharedDb; now: () => number };

/** The figures of wallboards that are not on the board, and their replies. They are kept for some time, and read once for all wallboards that show them. */
export function keepFigures({ db: shared, now }: Options) {
  const [reply, swaps, month, hours] = [
    keep<ReadyJson>(KEPT_MS.reply, now),
    keep<SwapFigures>(KEPT_MS.swaps, now),
    keep<MonthSums>(KEPT_MS.month, now),
    keep<HourSeconds[]>(KEPT_MS.hours, now),
  ];
  const readSwaps = async (scope: Scope, period: Period, hasView: boolean): Promise<CountedSwaps> => {
    const [db, filter] = [
      scoped(shared, scope),
      { orgId: scope.orgId, stationType: null, firmware: null, stations: null },
    ];
    return hasView ? selectCounts(db, period, filter) : [await selectTotal(db, period, filter)];
  };

  return {
    reply,
    /** Swaps in a scope; by station too for a wallboard with a view. */
    swaps: (scope: Scope, hasView: boolean) =>
      swaps(`${scope.orgId} ${hasView}`, async () => {
        const today = new Date(now()).toISOString().slice(0, 10);
        return {
          today: await readSwaps(scope, periodOf({ from: today, to: today }, now()), hasView),
          day: await readSwaps(scope, periodOf({}, now()), hasView),
        };
      }),
    /** The month that is reported first. */
    month: (scope: Scope) =>
      month(`${scope.orgId}`, async () => {
        const db = scoped(shared, scope);
        const { orgId } = scope;
        return readMonthSums(db, { month: await usualMonth(db, orgId, now()), orgId });
      }),
    /** The last hours of the stations in a view, or of all for null. */
    hours: (scope: Scope, view: Wallboard["view"], names: readonly string[]) =>
      hours(JSON.stringify([scope.orgId, view, Math.floor(now() / HOUR_MS)]), () =>
        readHours(scoped(shared, scope), { names, hours: HOURS, now: now(), scope }),
      ),
  };
}

export type Figures = ReturnType<typeof keepFigures>;

/** Keeps what is read for a key for some time. Nothing is kept of what could not be read. */
function keep<V>(ms: number, now: () => number) {
  const kept = new Map<string, { until: number; value: Promise<V> }>();
  return (key: string, read: () => Promise<V>): Promise<V> => {
    for (const [old, { until }] of kept) if (until <= now()) kept.delete(old);
    const known = kept.get(key);
    if (known) return known.value;
    const value = read();
    kept.set(key, { until: now() + ms, value });
    value.catch(() => kept.delete(key));
    return value;
  };
}
