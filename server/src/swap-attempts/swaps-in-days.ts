import { DAY_MS, type CalendarDate } from "@groundcrew/shared/lib";
import type { SwapCounts } from "@groundcrew/shared/swap-attempts";
import type { Db } from "../platform/db/index.ts";
import type { Filter } from "./counted-rows.ts";
import type { Period } from "./period.ts";
import { selectCounts, selectTotal } from "./success-queries.ts";

/** UTC days from one to another one, of an organization's stations at the time or of all, or of some of these. */
type SwapDays = { from: CalendarDate; to: CalendarDate } & Pick<Filter, "orgId" | "stations">;

/** The attempts of each station in days, by name. */
export function countSwapsByStation(db: Db, days: SwapDays): Promise<(SwapCounts & { station: string })[]> {
  return selectCounts(db, periodOf(days), filterOf(days));
}

/** The attempts of all stations in days. */
export function countSwaps(db: Db, days: SwapDays): Promise<SwapCounts> {
  return selectTotal(db, periodOf(days), filterOf(days));
}

function periodOf({ from, to }: SwapDays): Period {
  return { from: Date.parse(from), to: Date.parse(to) + DAY_MS, span: "day" };
}

function filterOf({ orgId, stations }: SwapDays): Filter {
  return { orgId, stations, stationType: null, firmware: null };
}
