import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import {
  applyRules,
  isHistoryChange,
  readinessChange,
  readingsOf,
  stationReadiness,
  type ReadinessChange,
  type ReadinessFacts,
  type StationReadiness,
} from "@groundcrew/shared/readiness";
import { newMachine, snapshotOf, type Fault } from "@groundcrew/simulator/model";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { fleetStation } from "../../../simulator/test/fleet-station.ts";
import { testDatabase } from "../../test/database.ts";
import { addOrganization, addStation } from "../../test/stations.ts";
import { recordEvaluation, rollUpDays, storeChanges } from "../readiness/index.ts";
import { readSums } from "./report.ts";

const STATION = "gc-00000000000a";
const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
await addStation(db, { name: STATION, org_id: orgId });

const OCTOBER = Date.parse("2026-10-01T00:00:00.000Z");
const NOVEMBER = Date.parse("2026-11-01T00:00:00.000Z");
const at = (day: number, hours: number, seconds = 0) =>
  OCTOBER + (day - 1) * DAY_MS + hours * HOUR_MS + seconds * SECOND_MS;
const STAY_S = 60;

/**
 * What happens to the station, with the seconds after which the product may conclude it by the specification. `blocks` says whether a drone cannot
 * swap then. Without a fault the link is down.
 */
const INCIDENTS: readonly { from: number; until: number; fault: Fault | null; holdS: number; blocks: boolean }[] = [
  { from: at(2, 3, 17), until: at(2, 4, 5), fault: "stopped", holdS: 30, blocks: true },
  // Over before it counts.
  { from: at(4, 8), until: at(4, 8, 29), fault: "stopped", holdS: 30, blocks: true },
  { from: at(6, 23, 1_800), until: at(7, 1, 11), fault: "stuck", holdS: 600, blocks: true },
  { from: at(9, 10), until: at(9, 16, 3), fault: "door_open", holdS: 600, blocks: false },
  { from: at(12, 0), until: at(15, 0), fault: null, holdS: 180, blocks: true },
  { from: at(20, 5, 7), until: at(20, 9, 1), fault: "gripper", holdS: 300, blocks: true },
  // While nothing is evaluated.
  { from: at(25, 2), until: at(25, 3), fault: "stopped", holdS: 30, blocks: true },
  { from: at(28, 20), until: at(28, 22, 2), fault: "weak_charger", holdS: 60, blocks: true },
];
const DOWN = { from: at(25, 1), until: at(25, 6, 13) } as const;

test("the availability of a simulated month is what happened, to the second", async () => {
  const changes = simulate();
  await storeChanges(db, changes);
  await evaluated(OCTOBER, DOWN.from);
  await evaluated(DOWN.until, NOVEMBER);
  await rollUpDays(db, NOVEMBER + HOUR_MS);
  const [found] = (await readSums(db, { from: "2026-10-01", to: "2026-10-31", orgId, stations: null })).stations;
  const happened = truth();
  expect(found).toMatchObject({
    not_recorded_s: (DOWN.until - DOWN.from) / SECOND_MS,
    not_ready_s: happened.not_ready_s,
    unknown_s: happened.unknown_s,
    limited_s: happened.limited_s,
    ready_s:
      31 * 86_400 -
      (DOWN.until - DOWN.from) / SECOND_MS -
      happened.not_ready_s -
      happened.unknown_s -
      happened.limited_s,
    outages: 5,
    link_s: 31 * 86_400 - (DOWN.until - DOWN.from) / SECOND_MS - 3 * 86_400,
  });
});

async function evaluated(from: number, until: number): Promise<void> {
  await recordEvaluation(db, from);
  await sql`update readiness_evaluations set until = ${new Date(until).toISOString()}::timestamptz
    where began = ${new Date(from).toISOString()}::timestamptz`.execute(db);
}

/** The seconds that follow from the incidents alone. */
function truth() {
  const sums = { not_ready_s: 0, unknown_s: 0, limited_s: 0 };
  for (const { from, until, fault, holdS, blocks } of INCIDENTS) {
    const lastedS = (until - from) / SECOND_MS;
    if (lastedS < holdS || (from >= DOWN.from && until <= DOWN.until)) continue;
    // A reason that has to hold stays for a minute. To be stuck has no hold: it is true only after ten minutes.
    const staysS = fault === "stuck" ? 0 : STAY_S;
    const kind = fault === null ? "unknown_s" : blocks ? "not_ready_s" : "limited_s";
    sums[kind] += lastedS - holdS + staysS;
  }
  return sums;
}

/** Evaluates a station each minute, when an incident begins or ends, and when it is due; returns what history stores. */
function simulate(): ReadinessChange[] {
  const rules = applyRules({ stationType: "atlas", slots: 8 }, []);
  const edges = INCIDENTS.flatMap(({ from, until }) => [from, until]);
  const minutes = Array.from({ length: (31 * DAY_MS) / MINUTE_MS }, (_, minute) => OCTOBER + minute * MINUTE_MS);
  const changes: ReadinessChange[] = [];
  let before: StationReadiness | null = null;
  let facts: ReadinessFacts | null = null;
  const evaluate = (now: number) => {
    if (facts === null || (now >= DOWN.from && now < DOWN.until)) return;
    before = stationReadiness(facts, rules, { now, before });
    const readiness = before?.readiness ?? null;
    const change = readinessChange({
      station: STATION,
      station_type: "atlas",
      at: now,
      org_id: orgId,
      link: facts.is_up,
      readiness,
    });
    const last = changes.at(-1);
    if (last === undefined || isHistoryChange(last, change)) changes.push(change);
  };
  for (const now of [...new Set([...minutes, ...edges, DOWN.until])].sort((a, b) => a - b)) {
    const dueBefore = () => before?.due ?? Infinity;
    for (let due = dueBefore(); due < now; due = dueBefore()) {
      evaluate(due);
      if (dueBefore() === due) break;
    }
    facts = factsAt(now, facts);
    evaluate(now);
  }
  return changes;
}

function factsAt(now: number, before: ReadinessFacts | null): ReadinessFacts {
  const incident = INCIDENTS.find(({ from, until }) => from <= now && now < until);
  if (incident?.fault === null && before !== null) return { ...before, is_up: false, last_online: incident.from };
  const faults = incident?.fault ? [incident.fault] : [];
  const station = fleetStation({ behaviour: { link: "steady", faults, swaps_per_day: 0 } });
  const machine = newMachine(station, { swaps: 0, cycles: station.cycles }, now);
  return {
    station_type: "atlas",
    is_retired: false,
    telemetry_enabled: true,
    maintenance: null,
    is_up: true,
    last_online: now,
    last_telemetry: now,
    readings: readingsOf(snapshotOf(station, machine)),
    cameras_in_use: [],
    charge_minutes: null,
    rises: new Map(),
    failed_swaps: null,
    failed_job: null,
    marked_group: null,
    ignored: [],
  };
}
