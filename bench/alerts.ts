import type { Condition } from "@groundcrew/shared/alerts";
import { defaultBrand } from "@groundcrew/shared/brand";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { readingsOf } from "@groundcrew/shared/readiness";
import { batteryFacts, summarize } from "@groundcrew/shared/telemetry";
import type { Db } from "@groundcrew/server/platform/db";
import { everyTenant } from "@groundcrew/server/platform/db/connect";
import { Board, summaryOfSnapshot } from "@groundcrew/server/stations";
import { sql } from "kysely";
import { pino } from "pino";
import { Evaluation } from "../server/src/alerts/evaluation/evaluation.ts";
import { NO_STATE } from "../server/src/stations/board/row-text.ts";
import { boardFacts } from "../server/test/board-facts.ts";
import { sampleSnapshot } from "../shared/test/sample-snapshot.ts";
import { circumstances, fleetOptions } from "./fleet.ts";
import { goal, ms } from "./measure.ts";
import { openOwnDatabase } from "./own-database.ts";
import { besideSystem } from "./system.ts";

/*
 * Alert rules over a fleet on one thread: what it costs to evaluate them for a snapshot, against parsing that snapshot, and how long it takes
 * from an outage until its alerts and all that is to be sent are stored. Meanwhile a fleet of the same size reports to a system on the same
 * machine.
 *
 * node bench/alerts.ts [--stations 10000] [--quiet]
 */
const fleet = fleetOptions(10_000);
const STATIONS = fleet.stations;
const SITE = 1_000;
const ROUNDS = 12;
const CONDITIONS: Condition[] = [
  { kind: "offline", minutes: 10 },
  { kind: "temperature", direction: "above", fahrenheit: 120, minutes: 5 },
  { kind: "battery_error" },
  { kind: "battery_temperature", celsius: 60, minutes: 5 },
  { kind: "camera_missing", minutes: 30 },
  { kind: "clock_skew", seconds: 120 },
  { kind: "firmware", older_than: "1.0.0" },
  { kind: "no_swaps", times: 5 },
  { kind: "error_rate", errors: 20, minutes: 60 },
  { kind: "link_flapping", times: 5, minutes: 60 },
];

let now = Date.parse("2026-11-25T12:00:00.000Z");
const names = Array.from({ length: STATIONS }, (_, nth) => `gc-${nth.toString(16).padStart(12, "0")}`);
const siteOf = (nth: number) => (nth < SITE ? "Reno" : `Site ${Math.floor(nth / 2)}`);
const database = await openOwnDatabase();
try {
  const db = everyTenant(database.db);
  const orgId = await fill(db);
  console.log(`${circumstances(fleet)}; embedded PostgreSQL without fsync\n`);
  await besideSystem(fleet, async () => {
    console.log("| a snapshot | only readings differ | its door too | goal |\n|---|---|---|---|");
    const parsed = microseconds(await parsing());
    console.log(`| parsing it | ${parsed} | ${parsed} | |`);
    for (const rules of [1, 10, 100]) await measureSnapshots(db, orgId, rules);
    console.log("\n| outage | alerts | messages | until all is stored |\n|---|---|---|---|");
    await measureOutage(db, orgId, names.slice(0, SITE));
    await measureOutage(db, orgId, names);
  });
} finally {
  await database.stop();
}

async function fill(db: Db): Promise<number> {
  const found = await sql<{ id: number }>`
    insert into organizations (name, is_provider) values ('Groundcrew', true) returning id`.execute(db);
  const orgId = found.rows[0]?.id ?? 0;
  await sql`
    insert into stations (name, serial_number, station_type, org_id)
    select name, 'Atlas ' || n, 'atlas', ${orgId} from unnest(${names}::text[]) with ordinality as s(name, n)`.execute(
    db,
  );
  return orgId;
}

async function replaceRules(db: Db, orgId: number, conditions: readonly Condition[]): Promise<void> {
  await sql`delete from notifications`.execute(db);
  await sql`delete from alerts`.execute(db);
  await sql`delete from alert_rules`.execute(db);
  await sql`delete from channels`.execute(db);
  const channel = await sql<{ id: number }>`
    insert into channels (org_id, name, kind, address, sealed, created_by)
    values (${orgId}, 'On call', 'webhook', 'hooks.example', '', 'bench') returning id`.execute(db);
  for (const condition of conditions) {
    await sql`
      insert into alert_rules (org_id, name, kind, condition, severity, scope, auto_join, channels, group_by, tells_recovery, steps, enabled,
        edited_by)
      values (${orgId}, ${condition.kind}, ${condition.kind}, ${JSON.stringify(condition)}::jsonb, 'urgent', '{"kind":"all"}', true,
        ${[channel.rows[0]?.id ?? 0]}, 'site', true, '[]', true, 'bench')`.execute(db);
  }
}

/** A board on which all stations report, and the evaluation of the stored rules. */
function open(db: Db, orgId: number) {
  const board = new Board(() => now);
  const evaluation = new Evaluation({ db, board, brand: defaultBrand, now: () => now, log: pino({ level: "silent" }) });
  board.onChange(({ name }) => evaluation.mark(name));
  for (const [nth, name] of names.entries()) {
    board.putFacts(boardFacts(name, orgId, { location_deployment: siteOf(nth) }));
  }
  let version = 0;
  const put = (some: readonly string[], linked: boolean, door: "open" | "closed" = "closed") => {
    version += 1;
    const time = new Date(now).toISOString();
    const snapshot = snapshotOf(version, door);
    const batteries = batteryFacts(snapshot);
    const times = { last_active: time, last_online: time, last_telemetry: time };
    const seen = linked ? { ...times, clock_skew_ms: version, batteries } : {};
    const summary = linked ? summaryOfSnapshot(summarize(snapshot), readingsOf(snapshot)) : undefined;
    for (const name of some) {
      const before = board.find(name, { orgId: null, admin: true })?.state ?? NO_STATE;
      const state = { ...before, ...seen, linked, version };
      board.putState({ name, state, summary });
    }
  };
  put(names, true);
  return { board, put, run: () => evaluation.run(new AbortController().signal) };
}

function snapshotOf(nth: number, door: "open" | "closed") {
  const battery = { slot: 1, status: "CHARGING", charger_level: 63, current: 1_500 + nth, sn: "B-1" } as const;
  return sampleSnapshot({
    status: { internal_temperature: 60 + (nth % 10), station_uptime: nth, door },
    charger_info: { batteries: [{ ...battery, voltage: 22_100, temperature: 310 + (nth % 10) }] },
  });
}

/** The CPU time of `work` for one of `count` (ms). */
async function cpuOf(count: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / count;
}

async function parsing(): Promise<number> {
  const text = JSON.stringify(sampleSnapshot());
  return cpuOf(STATIONS, async () => {
    for (const _ of names) JSON.parse(text);
  });
}

/** Each round, all stations send a snapshot. Only the evaluation is measured. */
async function measureSnapshots(db: Db, orgId: number, rules: number): Promise<void> {
  const conditions = Array.from({ length: rules }, (_, nth) => CONDITIONS.at(nth % CONDITIONS.length)).flatMap(
    (one) => one ?? [],
  );
  await replaceRules(db, orgId, conditions);
  const { put, run } = open(db, orgId);
  await run();
  const medianOf = async (doorIn: (round: number) => "open" | "closed") => {
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      now += 1_000;
      put(names, true, doorIn(round));
      costs.push(await cpuOf(STATIONS, run));
    }
    return costs.toSorted((one, other) => one - other).at(ROUNDS / 2) ?? 0;
  };
  const readings = await medianOf(() => "closed");
  const doors = await medianOf((round) => (round % 2 === 0 ? "open" : "closed"));
  console.log(
    `| evaluating ${rules} rules | ${microseconds(readings)} | ${microseconds(doors)} | ${rules === 100 ? goal("5 µs", readings <= 0.005) : ""} |`,
  );
}

/** Stations go silent at once; ten minutes later a rule finds them offline. */
async function measureOutage(db: Db, orgId: number, silent: readonly string[]): Promise<void> {
  await replaceRules(db, orgId, [{ kind: "offline", minutes: 10 }]);
  const { put, run } = open(db, orgId);
  await run();
  put(silent, false);
  let longest = 0;
  for (let minute = 0; minute <= 11; minute += 1) {
    now += MINUTE_MS;
    if (silent.length < STATIONS) put(names.slice(silent.length), true);
    const begun = performance.now();
    await run();
    longest = Math.max(longest, performance.now() - begun);
  }
  const counts = await sql<{ alerts: number; messages: number }>`
    select (select count(*)::integer from alerts where parent_id is null) as alerts,
      (select count(distinct group_key)::integer from notifications where result = 'held') as messages`.execute(db);
  const [counted] = counts.rows;
  console.log(`| ${silent.length} stations | ${counted?.alerts} | ${counted?.messages} | ${ms(longest)} ms |`);
}

function microseconds(time: number): string {
  return `${(time * 1_000).toFixed(1)} µs`;
}
