import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { AvailabilityReport } from "@groundcrew/shared/availability";
import type { HourSeconds } from "@groundcrew/shared/readiness";
import type { SwapSuccess } from "@groundcrew/shared/swap-attempts";
import { LRUCache } from "lru-cache";
import { readReport, usualMonth } from "../availability/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { readHours } from "../readiness/index.ts";
import { periodOf, readSuccess } from "../swap-attempts/index.ts";

/** The hours of the chart. */
const HOURS = 24;
/** How long figures are shown before they are read again (ms). Days change once a day. */
const KEPT_MS = { swaps: MINUTE_MS, hours: 5 * MINUTE_MS, month: 10 * MINUTE_MS } as const;
/** The most figures that are kept of each kind. */
const KEPT_MAX = 200;
/** The most stations whose swaps are counted one by one, for wallboards with a view. */
const STATIONS_MAX = 10_000;

/** The swaps since the day began (UTC) and in the last 24 hours. */
type SwapFigures = { today: SwapSuccess; day: SwapSuccess };
/** A month's report, and the swaps in it. */
export type MonthFigures = { report: AvailabilityReport; swaps: SwapSuccess };

type Options = { db: SharedDb; now: () => number };

/** The figures of wallboards that are not on the board. They are kept for some minutes, and read once for all wallboards that show them. */
export function keepFigures({ db: shared, now }: Options) {
  const [swaps, month, hours] = [
    keep<SwapFigures>(KEPT_MS.swaps, now),
    keep<MonthFigures>(KEPT_MS.month, now),
    keep<HourSeconds[]>(KEPT_MS.hours, now),
  ];
  const readSwaps = (scope: Scope, days: { from?: string; to?: string }, hasView: boolean) =>
    readSuccess(scoped(shared, scope), {
      period: periodOf(days, now()),
      filter: { orgId: scope.orgId, stationType: null, firmware: null },
      shown: { sort: "name", limit: hasView ? STATIONS_MAX : 0, isAdmin: false },
    });

  return {
    /** Swaps in a scope; by station too for a wallboard with a view. */
    swaps: (scope: Scope, hasView: boolean) =>
      swaps(`${scope.orgId} ${hasView}`, async () => {
        const today = new Date(now()).toISOString().slice(0, 10);
        return {
          today: await readSwaps(scope, { from: today, to: today }, hasView),
          day: await readSwaps(scope, {}, hasView),
        };
      }),
    /** The month that is reported first, and the swaps in it. */
    month: (scope: Scope, hasView: boolean) =>
      month(`${scope.orgId} ${hasView}`, async () => {
        const db = scoped(shared, scope);
        const { orgId } = scope;
        const days = { month: await usualMonth(db, orgId, now()) };
        const report = await readReport(db, { days, orgId, organization: null, now: now(), scope });
        return { report, swaps: await readSwaps(scope, { from: report.from, to: report.to }, hasView) };
      }),
    /** The last hours of a wallboard's stations. */
    hours: (key: string, scope: Scope, names: readonly string[]) =>
      hours(`${key} ${Math.floor(now() / HOUR_MS)}`, () =>
        readHours(scoped(shared, scope), { names, hours: HOURS, now: now(), scope }),
      ),
  };
}

export type Figures = ReturnType<typeof keepFigures>;

/** Keeps what is read for a key for some time. Nothing is kept of what could not be read. */
function keep<V>(ms: number, now: () => number) {
  const kept = new LRUCache<string, { until: number; value: Promise<V> }>({ max: KEPT_MAX });
  return (key: string, read: () => Promise<V>): Promise<V> => {
    const known = kept.get(key);
    if (known && known.until > now()) return known.value;
    const value = read();
    kept.set(key, { until: now() + ms, value });
    value.catch(() => kept.delete(key));
    return value;
  };
}
