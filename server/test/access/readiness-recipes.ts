import { DAY_MS } from "@groundcrew/shared/lib";
import { emptyTables } from "../database.ts";
import type { Ids } from "./ids.ts";
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
