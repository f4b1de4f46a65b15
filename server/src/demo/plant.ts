import { randomBytes } from "node:crypto";
import type { FleetStation } from "@groundcrew/shared/fleet";
import type { Db } from "../db/index.ts";
import { hashSecret } from "../link/index.ts";
import { makePast, type Past } from "./past.ts";
import type { Plan } from "./plan.ts";
import { idsByName, insertHistory, insertRows, takeEntryIds } from "./queries.ts";
import { configRows, entryRows, historyLines, locationRows, stationRow } from "./rows.ts";
import { recordRows } from "./record-rows.ts";
import type { Detail } from "./timeline.ts";

/** A secret for the link: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

// Stations inserted by one round of statements, so that no statement grows with the fleet.
const ROUND = 500;

/** Inserts stations with all that has happened to them. Returns the fleet file's entries of those that can connect. */
export async function plant(
  tx: Db,
  plans: readonly Plan[],
  of: { now: number; stations: number },
): Promise<FleetStation[]> {
  const detail = detailOf(of.stations);
  const [orgIds, tagIds] = [await idsByName(tx, "organizations"), await idsByName(tx, "support_log_tags")];
  const entries: FleetStation[] = [];
  for (let from = 0; from < plans.length; from += ROUND) {
    const pasts = plans
      .slice(from, from + ROUND)
      .map((plan) => makePast(plan, { now: of.now, detail, password: newSecret() }));
    await insertPasts(tx, pasts, { now: of.now, orgIds, tagIds });
    entries.push(...pasts.flatMap(({ entry }) => entry ?? []));
  }
  return entries;
}

/** The larger the fleet, the less is told of each station. */
function detailOf(stations: number): Detail {
  if (stations <= 200) return { denseDays: 7, everyDays: 1, errorsPerYear: 25 };
  if (stations <= 2_000) return { denseDays: 2, everyDays: 4, errorsPerYear: 10 };
  return { denseDays: 0.5, everyDays: 28, errorsPerYear: 2 };
}

type Ids = ReadonlyMap<string, number>;

async function insertPasts(
  tx: Db,
  pasts: readonly Past[],
  { now, orgIds, tagIds }: { now: number; orgIds: Ids; tagIds: Ids },
): Promise<void> {
  const stations = pasts.map(({ plan, entry }) =>
    stationRow(plan, { orgId: orgIds.get(plan.organization) ?? 0, hash: entry && hashSecret(entry.password) }),
  );
  await insertRows(tx, "stations", stations);
  const states = pasts.map(({ state }) => state);
  await insertRows(tx, "station_states", states);
  const snapshots = pasts.flatMap(({ plan, snapshot }) => (snapshot ? [{ station_name: plan.name, snapshot }] : []));
  await insertRows(tx, "station_snapshots", snapshots);
  await insertRows(
    tx,
    "station_locations",
    pasts.flatMap(({ plan }) => locationRows(plan)),
  );
  await insertHistory(tx, historyLines(pasts));
  const records = await recordRows(pasts, { now, tagIds, takeIds: (count) => takeEntryIds(tx, count) });
  await insertRows(tx, "support_log_entries", records.entries);
  await insertRows(tx, "support_log_entry_tags", records.tags);
  await insertRows(tx, "station_errors", records.errors);
  await insertRows(tx, "station_configs", configRows(pasts));
  await insertRows(tx, "ssot_entries", entryRows(pasts, "ssot", now));
  await insertRows(tx, "replaceables_entries", entryRows(pasts, "replaceables", now));
}
