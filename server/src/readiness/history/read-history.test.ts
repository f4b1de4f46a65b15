import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import type { HistoryEntry, ReadinessChange } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { historyChange } from "../../../../shared/test/readiness-history.ts";
import { emptyTables, testDatabase } from "../../../test/database.ts";
import { addEachStation, addOrganization } from "../../../test/stations.ts";
import { addRows } from "../../../test/swap-totals.ts";
import { Scope } from "../../platform/http/index.ts";
import { recordEvaluation, storeChanges } from "./change-queries.ts";
import { readHistory } from "./read-history.ts";
import { historyPages } from "./write-history-csv.ts";

const { db } = await testDatabase();
const harbor = await addOrganization(db, "Harbor Air");
const skyline = await addOrganization(db, "Skyline Logistics");
const [first, second] = ["gc-000000000001", "gc-000000000002"] as const;
await addEachStation(db, [
  { name: first, org_id: harbor },
  { name: second, org_id: skyline },
]);
const everyone = Scope.of({ kind: "api_key", id: 1, orgId: harbor, provider: true });

const DAY = Date.parse("2026-10-08T00:00:00.000Z");
const at = (hours: number, minutes = 0) => DAY + hours * HOUR_MS + minutes * MINUTE_MS;
const iso = (time: number) => new Date(time).toISOString();
const change = (minute: number, more?: Partial<ReadinessChange>) =>
  historyChange(at(1, minute), minute % 2 ? "limited" : "ready", { org_id: harbor, ...more });
const changesIn = (minutes: number) => Array.from({ length: minutes }, (_, minute) => change(minute));

beforeEach(async () => {
  await emptyTables(db, ["readiness_changes", "readiness_evaluations"]);
  await recordEvaluation(db, at(0));
  await sql`update readiness_evaluations set until = ${iso(at(24))}::timestamptz`.execute(db);
});

/** The entries of the day, page by page. */
async function pages(): Promise<HistoryEntry[][]> {
  const all = [];
  for (let until: number | null = at(24); until !== null;) {
    const range = { from: at(0), until };
    const { history, next } = await readHistory(db, { station: first, range, now: at(24), scope: everyone });
    all.push(history.changes);
    until = next === null ? null : Date.parse(next);
  }
  return all;
}

test("a history has 50 changes at a time", async () => {
  await storeChanges(db, changesIn(120));
  expect((await pages()).map(({ length }) => length)).toEqual([50, 50, 21]);
});

test("a file of a history reads when readiness was evaluated once, and has 500 entries at a time", async () => {
  await storeChanges(
    db,
    Array.from({ length: 1_100 }, (_, minute) => change(minute)),
  );
  const range = { from: at(0), until: at(24) };
  const file = historyPages(db, { station: first, range, now: at(24), scope: everyone });
  const sizes: number[] = [];
  let oldest: HistoryEntry | undefined;
  for await (const entries of file) {
    sizes.push(entries.length);
    oldest = entries.at(-2);
    await emptyTables(db, ["readiness_evaluations"]);
  }
  expect(sizes).toEqual([500, 500, 101]);
  expect(oldest?.kind).toBe("ready");
});

test("no entry is on two pages, although something beside it changed there", async () => {
  // The 50th change from the last one, and those beside it: all are ready from 1:08 to 1:13.
  const links = [9, 10, 11].map((minute) =>
    historyChange(at(1, minute), "ready", { org_id: harbor, link: minute === 9 }),
  );
  await storeChanges(db, [...changesIn(60), ...links]);
  const [newest = [], older = []] = await pages();
  expect(newest.at(-1)?.from).toBe(iso(at(1, 13)));
  expect(older[0]).toMatchObject({ from: iso(at(1, 8)), until: iso(at(1, 13)), kind: "ready" });
});

test("a history counts the attempts to swap of its days, of an organization those while it had the station", async () => {
  const rest = {
    station_name: first,
    firmware: "1.4.2",
    station_type: "atlas",
    with_errors: 1,
    failed: 2,
    maintenance: 3,
  };
  await addRows(db, "swap_days", [
    { day: "2026-10-07", org_id: harbor, succeeded: 100, ...rest },
    { day: "2026-10-08", org_id: harbor, succeeded: 7, ...rest },
    { day: "2026-10-08", org_id: skyline, succeeded: 20, ...rest },
    { day: "2026-10-09", org_id: harbor, succeeded: 400, ...rest },
  ]);
  const range = { from: at(3), until: at(12) };
  const swaps = async (scope: Scope, station: string = first) =>
    (await readHistory(db, { station, range, now: at(72), scope })).history.swaps;
  const customer = Scope.of({ kind: "api_key", id: 1, orgId: harbor, provider: false });
  expect(await swaps(customer)).toEqual({ succeeded: 7, with_errors: 1, failed: 2 });
  expect(await swaps(everyone)).toEqual({ succeeded: 27, with_errors: 2, failed: 4 });
  expect(await swaps(everyone, second)).toEqual({ succeeded: 0, with_errors: 0, failed: 0 });
});
