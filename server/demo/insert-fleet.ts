import { randomBytes } from "node:crypto";
import type { FleetStation } from "@groundcrew/simulator/model";
import { inTransaction, type Db } from "../src/db/index.ts";
import { hashSecret } from "../src/link/index.ts";
import { makePast, type Past } from "./past.ts";
import type { Plan } from "./plan.ts";
import { idsByName, insertHistory, insertRows, takeEntryIds } from "./queries.ts";
import { configRows, entryRows, historyLines, locationRows, stationRow, recordRows, type Records } from "./rows.ts";
import { detailOf } from "./timeline.ts";

/** A password for the link: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

// Stations inserted by one set of statements, so that the statements do not grow with the fleet.
const ROUND = 500;

/** Inserts stations with their past. Returns the fleet file's entries of those that can connect. */
export async function insertFleet(
  session: Db,
  plans: readonly Plan[],
  of: { now: number; stations: number },
): Promise<FleetStation[]> {
  const detail = detailOf(of.stations);
  const [orgIds, tagIds] = [await idsByName(session, "organizations"), await idsByName(session, "support_log_tags")];
  const entries: FleetStation[] = [];
  for (let from = 0; from < plans.length; from += ROUND) {
    const pasts = plans
      .slice(from, from + ROUND)
      .map((plan) => makePast(plan, { now: of.now, detail, password: newSecret() }));
    const takeIds = (count: number) => takeEntryIds(session, count);
    const rows = rowsOf(pasts, {
      now: of.now,
      orgIds,
      records: await recordRows(pasts, { now: of.now, tagIds, takeIds }),
    });
    await inTransaction(session, (tx) => insertAll(tx, rows));
    entries.push(...pasts.flatMap(({ entry }) => entry ?? []));
  }
  return entries;
}

type RowContext = { now: number; orgIds: ReadonlyMap<string, number>; records: Records };

function rowsOf(pasts: readonly Past[], { now, orgIds, records }: RowContext) {
  return {
    stations: pasts.map(({ plan, entry }) =>
      stationRow(plan, { orgId: orgIds.get(plan.organization) ?? 0, hash: entry && hashSecret(entry.password) }),
    ),
    states: pasts.map(({ state }) => state),
    snapshots: pasts.flatMap(({ plan, snapshot }) => (snapshot ? [{ station_name: plan.name, snapshot }] : [])),
    locations: pasts.flatMap(({ plan }) => locationRows(plan)),
    history: historyLines(pasts),
    records,
    configs: configRows(pasts),
    ssot: entryRows(pasts, "ssot", now),
    replaceables: entryRows(pasts, "replaceables", now),
  };
}

async function insertAll(tx: Db, rows: ReturnType<typeof rowsOf>): Promise<void> {
  await insertRows(tx, "stations", rows.stations);
  await insertRows(tx, "station_states", rows.states);
  await insertRows(tx, "station_snapshots", rows.snapshots);
  await insertRows(tx, "station_locations", rows.locations);
  await insertHistory(tx, rows.history);
  await insertRows(tx, "support_log_entries", rows.records.entries);
  await insertRows(tx, "support_log_entry_tags", rows.records.tags);
  await insertRows(tx, "station_errors", rows.records.errors);
  await insertRows(tx, "station_configs", rows.configs);
  await insertRows(tx, "ssot_entries", rows.ssot);
  await insertRows(tx, "replaceables_entries", rows.replaceables);
}
