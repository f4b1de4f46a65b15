import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { rowOnBoard } from "../../../test/board-facts.ts";
import { HARBOR } from "../../../test/calls-rig.ts";
import { emptyTables } from "../../../test/database.ts";
import { readinessRig } from "../../../test/readiness-rig.ts";
import { addStation } from "../../../test/stations.ts";
import { Board, startCatchUp } from "../../stations/index.ts";

const rig = await readinessRig();
const { board, changes, db, send, text } = rig;
const ATLAS = { station_type: "atlas", org_id: null, station: null };
const WAIT = { timeout: 5_000 };

const station = await rig.connect(HARBOR);
await station.birth();
afterAll(() => station.stop());
const at_once = { rules: { system: { hold_s: 0 } } };
let rev: number | null = null;

async function saveRules(body: object) {
  const saved = await send("admin", "PUT /readiness/rules", { ...ATLAS, ...body, rev });
  ({ rev } = saved.json());
}

beforeEach(async () => {
  await emptyTables(db, ["readiness_rules"]);
  rev = null;
  await saveRules({ rules: at_once });
  await station.report();
  await vi.waitUntil(() => text(HARBOR) === "ready: ", WAIT);
});

/** The changes of a station that history was given, as `state cause`. */
const changesOf = (name: string) =>
  changes.filter((change) => change.station === name).map(({ state, cause }) => `${state} ${cause}`);
async function stored(name: string): Promise<object | undefined> {
  const { rows } = await sql<{ evaluated: object; org_id: number; link: boolean }>`
    select evaluated, org_id, link from station_readiness where station_name = ${name}`.execute(db);
  return rows[0];
}

test("each change is stored with what was evaluated, and given to history once and in order, also if that fails", async () => {
  await expect.poll(() => changesOf(HARBOR).at(-1), WAIT).toBe("ready null");
  const count = changesOf(HARBOR).length;
  await expect.poll(rig.isEvaluating).toBe(true);
  rig.failHistory(2);
  await station.report({ system: "ERROR" });
  await expect.poll(() => text(HARBOR)).toBe("not_ready: stopped block");
  await expect.poll(rig.isEvaluating).toBe(false);
  await station.report({ system: "BOOT" });
  await expect.poll(() => text(HARBOR)).toBe("not_ready: starting block");
  await expect
    .poll(() => changesOf(HARBOR).slice(count), { timeout: 10_000 })
    .toEqual(["not_ready System: ERROR", "not_ready Starting: BOOT"]);
  await expect.poll(rig.isEvaluating).toBe(true);
  const row = await stored(HARBOR);
  expect(row).toMatchObject({ link: true, org_id: rig.orgs.harbor, evaluated: { readiness: { state: "not_ready" } } });
});

test("evaluation continues after a restart, with the times at which reasons began", async () => {
  await station.report({ system: "IDLE", door: "open" });
  await expect.poll(() => rig.readiness(HARBOR)?.holds.map(({ id }) => id), WAIT).toEqual(["door_open"]);
  await station.report({ system: "BOOT", door: "open" });
  await expect.poll(() => text(HARBOR), WAIT).toBe("not_ready: starting block");
  const before = rig.readiness(HARBOR);
  await rig.stopEvaluating();
  const count = changesOf(HARBOR).length;
  await station.report({ system: "BOOT", door: "open", pad: "occupied" });
  rig.evaluateAgain();
  await expect.poll(() => text(HARBOR), WAIT).toBe("not_ready: starting block, drone info");
  const after = rig.readiness(HARBOR);
  expect(after?.readiness).toMatchObject({ since: before?.readiness.since });
  expect(after?.holds.slice(0, 2)).toEqual(before?.holds);
  await station.report();
  await expect.poll(() => text(HARBOR), WAIT).toBe("ready: ");
  await expect.poll(() => changesOf(HARBOR).slice(count), WAIT).toEqual(["ready null"]);
});

test("a restart changes neither the row nor its revision, and another server has the same", async () => {
  await station.report({ system: "FAULT" });
  await expect.poll(() => text(HARBOR)).toBe("not_ready: stopped block");
  await expect.poll(async () => JSON.stringify(await stored(HARBOR)), WAIT).toContain("FAULT");
  const row = rowOnBoard(board, HARBOR);
  const other = new Board(() => Date.now());
  const options = { db, url: rig.url, server: "other", pollMs: 200, log: pino({ level: "silent" }) };
  const catchUp = await startCatchUp({ ...options, board: other });
  onTestFinished(() => catchUp.stop());
  expect(rowOnBoard(other, HARBOR)).toEqual(row);
  await rig.stopEvaluating();
  rig.evaluateAgain();
  await station.report({ system: "IDLE" });
  await expect.poll(() => text(HARBOR), WAIT).toBe("ready: ");
  await expect.poll(() => rowOnBoard(other, HARBOR), WAIT).toMatchObject({ readiness: { state: "ready" } });
});

test("a moved station has a change for its new organization, a retired one has no readiness", async () => {
  const name = await addStation(db, { name: "gc-00000000000c", org_id: rig.orgs.harbor });
  await expect.poll(() => text(name), WAIT).toBe("unknown: never unknown");
  await db.updateTable("stations").set({ org_id: rig.orgs.field }).where("name", "=", name).execute();
  const orgs = () => changes.filter((change) => change.station === name).map(({ org_id, state }) => [org_id, state]);
  const { harbor, field } = rig.orgs;
  await expect.poll(orgs, WAIT).toEqual([
    [harbor, "unknown"],
    [field, "unknown"],
  ]);
  await db.updateTable("stations").set({ retired: new Date().toISOString() }).where("name", "=", name).execute();
  await expect.poll(() => rig.readiness(name), WAIT).toBeNull();
  await expect.poll(orgs, WAIT).toEqual([
    [harbor, "unknown"],
    [field, "unknown"],
    [field, null],
  ]);
  expect(await stored(name)).toBeUndefined();
  expect(rowOnBoard(board, name)).toMatchObject({ readiness: null });
});

// @spec R1.15
test("rules of an organization and of a station change only their stations, and only customers whose stations they are about see them", async () => {
  const rules = { rules: { few_batteries: { limit: 4 } } };
  const ofField = { ...ATLAS, org_id: rig.orgs.field, rules, rev: null };
  const ofHarbor = { ...ATLAS, station: HARBOR, rules, rev: null };
  expect((await send("admin", "PUT /readiness/rules", ofField)).statusCode).toBe(200);
  await station.report();
  expect(text(HARBOR)).toBe("ready: ");
  expect((await send("named admin", "PUT /readiness/rules", ofHarbor)).statusCode).toBe(200);
  await expect.poll(() => text(HARBOR), WAIT).toBe("limited: few_batteries limit");
  const seen = async (who: "admin" | "harbor manager") => (await rig.call(who, "/readiness/rules")).json().rules;
  const subjects = (found: { org_id: number | null; station: string | null; changed_by: string }[]) =>
    found.map(({ org_id, station: of, changed_by }) => [org_id, of, changed_by]);
  expect(subjects(await seen("admin"))).toEqual([
    [null, null, "admin@groundcrew.example"],
    [null, HARBOR, "Kari"],
    [rig.orgs.field, null, "admin@groundcrew.example"],
  ]);
  expect(subjects(await seen("harbor manager"))).toEqual([
    [null, null, "Groundcrew Support"],
    [null, HARBOR, "Groundcrew Support"],
  ]);
  expect((await send("admin", "PUT /readiness/rules", ofField)).statusCode).toBe(412);
});

test("rules hold that were saved while no changes were reported, since the connection to the database was lost", async () => {
  await saveRules({ rules: {} });
  await station.report({ system: "ERROR" });
  await expect.poll(() => rig.readiness(HARBOR)?.holds.map(({ id }) => id)).toEqual(["stopped"]);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen "changes"'`.execute(db);
  await saveRules({ rules: at_once });
  await expect.poll(() => text(HARBOR)).toBe("not_ready: stopped block");
});

// @spec R1.7
test("words that no rule assigns are counted for the stations of the caller", async () => {
  await station.report({ system: "PARKED: 3" });
  await expect
    .poll(async () => (await rig.call("harbor manager", "/readiness/rules")).json().words, WAIT)
    .toEqual([{ station_type: "atlas", word: "PARKED", stations: 1 }]);
});

// @spec R1.4
test("history ends when a station becomes a mocked one, and begins again when it is a real one", async () => {
  const name = await addStation(db, { name: "gc-00000000000d", org_id: rig.orgs.harbor });
  const states = () => changes.filter((change) => change.station === name).map(({ state }) => state);
  await expect.poll(states, WAIT).toEqual(["unknown"]);
  const setActual = (actual: boolean) => db.updateTable("stations").set({ actual }).where("name", "=", name).execute();
  await setActual(false);
  await expect.poll(states, WAIT).toEqual(["unknown", null]);
  expect(rig.readiness(name)?.readiness.state).toBe("unknown");
  expect(await stored(name)).toBeDefined();
  await setActual(true);
  await expect.poll(states, WAIT).toEqual(["unknown", null, "unknown"]);
});
