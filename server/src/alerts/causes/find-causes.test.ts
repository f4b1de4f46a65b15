import { ruleKind, ruleKinds, type AlertKind, type CauseKind, type Severity } from "@groundcrew/shared/alerts";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyTables, insertRow, testDatabase } from "../../../test/database.ts";
import { addOrganization, addStation } from "../../../test/stations.ts";
import { findParentChanges } from "./find-causes.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const STATION = "gc-00000000000a";
await addStation(db, { name: STATION, org_id: orgId });

/** All relations of kinds of rules to what may cause them, but for those to groups of errors and to the server, which customers do not see. */
const relations = ruleKind.options.flatMap((kind) =>
  (ruleKinds[kind].causes ?? []).map((cause): [AlertKind, CauseKind] => [kind, cause]),
);
const ofOrganizations = relations.filter(([, cause]) => cause !== "error_group" && cause !== "no_reports");

/** The severity of an alert for each side. Side 0 is support staff. */
type Sides = Record<number, Severity>;

let rules = 0;
async function addAlert(kind: AlertKind, sides: Sides): Promise<number> {
  const hasMembers = kind === "site_outage" || kind === "site_not_ready" || kind === "no_reports";
  const about = hasMembers
    ? { subject: `${kind}:${STATION}`, station_name: null, members: [STATION] }
    : { subject: `station:${STATION}`, station_name: STATION, members: [] };
  const texts = { kind, title: kind, plain_title: kind, detail: "", level: 1, stations: 1 };
  const at = "2026-11-25T12:00:00.000Z";
  const org_id = kind === "no_reports" ? null : orgId;
  const severity = Object.values(sides).includes("urgent") ? "urgent" : "warning";
  const id = await insertRow(db, "alerts", { ...about, ...texts, org_id, severity, since: at, fired_at: at });
  for (const [side, own] of Object.entries(sides)) {
    await insertRow(db, "alert_matches", { alert_id: id, rule_id: (rules += 1), side, severity: own, since: at });
  }
  return id;
}

async function isGrouped(kind: AlertKind, sides: Sides, cause: AlertKind, sidesOfCause: Sides): Promise<boolean> {
  await emptyTables(db, ["alerts"]);
  const parent = await addAlert(cause, sidesOfCause);
  const id = await addAlert(kind, sides);
  return (await findParentChanges(db, null)).some((change) => change.id === id && change.parent?.id === parent);
}

beforeEach(async () => {
  // All reasons that alerts may have in common with the one that the station is not ready.
  const reasons = [...new Set(Object.values(ruleKinds).flatMap(({ reasons: codes = [] }) => codes))];
  const evaluated = { readiness: { reasons: reasons.map((code) => ({ code, effect: "block" })) } };
  await sql`
    insert into station_readiness (station_name, evaluated, org_id, link) values (${STATION}, ${JSON.stringify(evaluated)}, ${orgId}, true)
    on conflict do nothing`.execute(db);
});

describe.each(ofOrganizations)("%s is grouped into %s", (kind, cause) => {
  // Outages are always urgent.
  const isOutage = cause === "site_outage";

  // @spec R1.24
  test("if it is at least as urgent", async () => {
    expect(await isGrouped(kind, { 0: "warning" }, cause, { 0: "warning" })).toBe(true);
    expect(await isGrouped(kind, { 0: "warning" }, cause, { 0: "urgent" })).toBe(true);
    expect(await isGrouped(kind, { 0: "urgent" }, cause, { 0: "urgent" })).toBe(true);
    expect(await isGrouped(kind, { 0: "urgent" }, cause, { 0: "warning" })).toBe(isOutage);
  });

  test("if everyone who is notified is notified of both, by rules of their own", async () => {
    expect(await isGrouped(kind, { 0: "warning", [orgId]: "warning" }, cause, { 0: "urgent" })).toBe(false);
    expect(await isGrouped(kind, { [orgId]: "warning" }, cause, { 0: "urgent", [orgId]: "warning" })).toBe(true);
    expect(await isGrouped(kind, { [orgId]: "urgent" }, cause, { 0: "urgent", [orgId]: "warning" })).toBe(isOutage);
  });
});

test.each(relations.filter(([, cause]) => cause === "no_reports"))(
  "%s is grouped into %s, which concerns support staff only",
  async (kind, cause) => {
    expect(await isGrouped(kind, { 0: "urgent", [orgId]: "urgent" }, cause, { 0: "urgent" })).toBe(true);
  },
);

test("many errors are grouped into a group of errors that is at least as urgent", async () => {
  const at = "2026-11-25T12:00:00.000Z";
  const seen = { first_seen: at, last_seen: at };
  const group = await insertRow(db, "error_groups", { title: "Latch", state_since: at, ...seen });
  const fingerprint = { digest: "a", version: 1, station_type: "atlas", pattern: "Latch", group_id: group };
  const fingerprint_id = await insertRow(db, "error_fingerprints", fingerprint);
  const counts = { total: 1, unresolved: 1, open: 1 };
  await insertRow(db, "error_fingerprint_stations", { fingerprint_id, station_name: STATION, ...counts, ...seen });
  const isIn = async (rate: Severity, ofGroup: Severity) => {
    await emptyTables(db, ["alerts"]);
    const parent = await addAlert("error_group", { 0: ofGroup });
    await sql`update alerts set subject = ${`group:${group}`}, station_name = null, org_id = null`.execute(db);
    const id = await addAlert("error_rate", { 0: rate });
    return (await findParentChanges(db, null)).some((change) => change.id === id && change.parent?.id === parent);
  };
  expect([await isIn("warning", "warning"), await isIn("urgent", "urgent")]).toEqual([true, true]);
  expect(await isIn("urgent", "warning")).toBe(false);
});

test("the severity is that of the rule now, and a match that is calm does not count", async () => {
  await emptyTables(db, ["alerts", "alert_rules"]);
  const values = { org_id: orgId, name: "Offline", kind: "offline", condition: "{}", severity: "warning", scope: "{}" };
  const more = { auto_join: true, channels: [], group_by: "alert", tells_recovery: true, steps: "[]", enabled: true };
  const rule = await insertRow(db, "alert_rules", { ...values, ...more, edited_by: "test" });
  const parent = await addAlert("offline", { [orgId]: "urgent" });
  const id = await addAlert("battery_error", { [orgId]: "urgent" });
  const change = async () => (await findParentChanges(db, [id])).map((one) => one.parent?.id);
  expect(await change()).toEqual([parent]);
  await sql`update alert_matches set rule_id = ${rule} where alert_id = ${parent}`.execute(db);
  expect(await change()).toEqual([]);
  await sql`update alert_rules set severity = 'urgent'`.execute(db);
  expect(await change()).toEqual([parent]);
  await sql`update alert_matches set calm_since = now() where alert_id = ${parent}`.execute(db);
  expect(await change()).toEqual([]);
});
