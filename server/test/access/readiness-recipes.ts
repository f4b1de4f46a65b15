import { DAY_MS } from "@groundcrew/shared/lib";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { emptyTables } from "../database.ts";
import type { Ids } from "./ids.ts";
import { emailOf } from "./people.ts";
import type { Recipe } from "./recipe.ts";
import { addIgnored } from "./seed.ts";
import type { TestServer } from "./test-server.ts";

const rules = { rules: { few_batteries: { limit: 3 } } };
const subjectOf = (subject: Partial<Pick<Ids, "org" | "station">>) => ({
  station_type: "atlas",
  org_id: subject.org ?? null,
  station: subject.station ?? null,
  rules,
});

/** Recipes for calls about readiness. */
export const readinessRecipes: Readonly<Record<string, Recipe>> = {
  getReadinessRules: { requestFor: () => ({}) },
  saveReadinessRules: {
    ready: noRules,
    requestFor: ({ station }) => ({ body: { ...subjectOf({ station }), rev: null } }),
  },
  "saveReadinessRules (organization)": {
    ready: noRules,
    requestFor: ({ org }) => ({ body: { ...subjectOf({ org }), rev: null } }),
  },
  previewReadinessRules: {
    requestFor: ({ station }) => ({ query: { draft: JSON.stringify(subjectOf({ station })) } }),
  },
  getStationReadiness: { requestFor: ({ station }) => ({ params: { station } }) },
  "getStationReadiness (history)": {
    requestFor: ({ station }) => ({
      params: { station },
      query: { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" },
    }),
  },
  listReadinessReasons: { requestFor: () => ({}) },
  downloadReadinessHistory: {
    requestFor: ({ station }) => ({
      params: { station },
      query: { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" },
    }),
  },
  ignoreReadinessReason: {
    requestFor: ({ station, until }) => ({
      params: { station },
      body: { code: "job_failed", until: dayBefore(until), why: "A belt is on its way." },
    }),
  },
  endIgnoredReason: {
    ready: ignored,
    requestFor: ({ station }) => ({ params: { station }, query: { code: "job_failed" } }),
  },
  undoAct: { ready: ignoredByAdmin, requestFor: ({ request }) => ({ params: { request } }) },
};

/** Maintenance ends in a day: half a day earlier is still later than now. */
function dayBefore(until: string): string {
  return new Date(Date.parse(until) - DAY_MS / 2).toISOString();
}

async function noRules({ db }: TestServer) {
  await emptyTables(db, ["readiness_rules"]);
  return {};
}

async function ignored({ db, ours }: TestServer) {
  await emptyTables(db, ["readiness_ignored"]);
  await addIgnored(db, ours.station);
  return {};
}

/** What the admin has just done. */
async function ignoredByAdmin(system: TestServer) {
  await ignored(system);
  const { db, ours } = system;
  const found = await sql<{ after: string }>`
    select jsonb_build_object('ignored', code, 'until', until, 'why', why)::text as after from readiness_ignored`.execute(
    db,
  );
  const request = randomUUID();
  await db
    .insertInto("audit_entries")
    .values({
      actor_kind: "user",
      actor: emailOf("admin"),
      ip: "192.0.2.1",
      org_id: ours.org,
      request_id: request,
      action: "ignoreReadinessReason",
      target: `station ${ours.station}`,
      ...found.rows[0],
    })
    .execute();
  return { request };
}
