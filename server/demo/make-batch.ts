import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { hashSecrets } from "../src/link/index.ts";
import { type FleetLine, lineOf } from "./fleet-lines.ts";
import { historyCopy, rowsCopy, type Copy } from "./load-queries.ts";
import { generatePast, type Past } from "./past.ts";
import type { Plan } from "./plan.ts";
import { configRows, entryRows, locationRows, recordRows, stationRow } from "./rows.ts";
import type { Detail } from "./timeline.ts";

export type BatchContext = {
  now: number;
  detail: Detail;
  orgIds: ReadonlyMap<string, number>;
  tagIds: ReadonlyMap<string, number>;
  /** Reserves ids for support log entries. */
  takeIds: (count: number) => Promise<number[]>;
};

/** Stations with their past: the statements that insert them, and the fleet file's entries of those that can connect. */
type Batch = { copies: Copy[]; entries: FleetLine[] };

/** A batch, and the first id that may follow those of its support log entries. */
export type MadeBatch = Batch & { nextId: number };

/** Ids that are counted here, since nothing else takes any. */
export function idsFrom(first: number) {
  let next = first;
  return {
    take: async (count: number) => Array.from({ length: count }, () => next++),
    next: () => next,
  };
}

export async function makeBatch(plans: readonly Plan[], context: BatchContext): Promise<Batch> {
  const { now, detail, orgIds } = context;
  const passwords = plans.map(newSecret);
  const hashing = hashSecrets(passwords);
  const pasts: Past[] = [];
  for (const [index, plan] of plans.entries()) {
    pasts.push(generatePast(plan, { now, detail, password: passwords[index] ?? newSecret() }));
    // Often, because in each turn only little of the previous batch is sent, and PostgreSQL waits for more.
    await nextTurn();
  }
  const hashes = await hashing;
  const stations = pasts.map(({ plan, entry }, index) =>
    stationRow(plan, { orgId: orgIds.get(plan.organization) ?? 0, hash: entry && (hashes[index] ?? null) }),
  );
  const states = pasts.map(({ state }) => state);
  const snapshots = pasts.flatMap(({ plan, snapshot }) => (snapshot ? [{ station_name: plan.name, snapshot }] : []));
  const { entries, tags, errors } = await recordRows(pasts, context);
  const copies = [
    rowsCopy("stations", stations),
    rowsCopy("station_states", states),
    rowsCopy("station_snapshots", snapshots),
    rowsCopy(
      "station_locations",
      pasts.flatMap(({ plan }) => locationRows(plan)),
    ),
    historyCopy(pasts),
    rowsCopy("support_log_entries", entries),
    rowsCopy("support_log_entry_tags", tags),
    rowsCopy("station_errors", errors),
    rowsCopy("station_configs", configRows(pasts)),
    rowsCopy("ssot_entries", entryRows(pasts, "ssot", now)),
    rowsCopy("replaceables_entries", entryRows(pasts, "replaceables", now)),
  ];
  return { copies: copies.flat(), entries: pasts.flatMap(({ entry }) => (entry ? lineOf(entry) : [])) };
}

/** A password for the link: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
