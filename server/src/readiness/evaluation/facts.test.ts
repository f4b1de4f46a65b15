import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { rowOnBoard } from "../../../test/board-facts.ts";
import { FIELD, HARBOR } from "../../../test/calls-rig.ts";
import { emptyTables, insertRow, valuesIn } from "../../../test/database.ts";
import { readinessRig } from "../../../test/readiness-rig.ts";

const rig = await readinessRig();
const { call, db, send, text } = rig;
const readiness = (name: string) => rig.readiness(name)?.readiness;
let station: Awaited<ReturnType<typeof rig.connect>>;
const until = (ms: number) => new Date(Date.now() + ms).toISOString();
const HOUR = 3_600_000;

beforeAll(async () => {
  station = await rig.connect(HARBOR);
  await station.birth();
  // Only reasons that hold are waited for.
  const rules = Object.fromEntries(["system", "camera_in_use", "other_camera"].map((name) => [name, { hold_s: 0 }]));
  await send("admin", "PUT /readiness/rules", { ...ATLAS, rules: { rules }, rev: null });
});
afterAll(() => station.stop());
beforeEach(async () => {
  await emptyTables(db, ["readiness_ignored", "station_errors"]);
  await rig.refresh([HARBOR]);
  await station.report();
  await vi.waitUntil(() => text(HARBOR) === "ready: ", { timeout: 5_000 });
});

const despite = async () => (await sql`select rule, swaps from readiness_despite`.execute(db)).rows;
const ATLAS = { station_type: "atlas", org_id: null, station: null };
const failed = (job_type: string, job_id: string, error_message = "Battery latch was not seen open") =>
  station.event({
    event_id: `${job_id}-${Math.random()}`,
    kind: "station_error",
    facts: { error_message, job_id, job_type },
  });

test("a snapshot is in the row at once, with the word of the system and the charged batteries", async () => {
  await station.report({ system: "ERROR: gantry" });
  await expect.poll(() => text(HARBOR)).toBe("not_ready: stopped block");
  expect(rowOnBoard(rig.board, HARBOR)).toMatchObject({
    readiness: {
      state: "not_ready",
      reasons: [{ code: "stopped", effect: "block", args: { word: "ERROR" } }],
      more: 0,
      charged: 3,
      slots: 8,
      next_charged_at: null,
      busy: null,
    },
  });
});

// @spec R1.10
test("an error of an attempt that swapped is not a failed swap once its swap is reported", async () => {
  const occurred = Date.now() - HOUR / 6;
  await failed("battery_swap", "s");
  await expect.poll(() => text(HARBOR)).toBe("limited: swaps_failed limit");
  await station.event({ event_id: "swapped-before", occurred, kind: "swap", facts: { job_id: "s" } });
  await expect.poll(() => text(HARBOR)).toBe("ready: ");
  await failed("battery_swap", "s", "Battery 3 is stuck");
  await failed("home_all", "t");
  await expect.poll(() => text(HARBOR)).toBe("limited: job_failed limit");
});

// @spec R1.9
test("a failed swap limits, a second one in a row blocks, and a swap is proof that it works", async () => {
  await failed("battery_swap", "a");
  await failed("battery_swap", "a", "Battery 3 is stuck");
  await expect.poll(() => text(HARBOR)).toBe("limited: swaps_failed limit");
  expect(readiness(HARBOR)?.reasons[0]?.args).toMatchObject({ failed: 1, group: "Battery latch was not seen open" });
  await failed("battery_swap", "b");
  await expect.poll(() => text(HARBOR)).toBe("not_ready: swaps_failed block");
  await station.event({ event_id: "swapped", kind: "swap", facts: {} });
  await expect.poll(() => text(HARBOR)).toBe("ready: ");
  await expect.poll(despite, { timeout: 5_000 }).toEqual([{ rule: "swaps_failed", swaps: 1 }]);
  expect((await call("harbor manager", "/readiness/rules")).json().despite).toEqual([
    { station_type: "atlas", rule: "swaps_failed", swaps: 1, stations: 1 },
  ]);
});

// @spec R1.9
test("a failed movement limits until its error is resolved", async () => {
  await failed("home_all", "c");
  await expect.poll(() => text(HARBOR)).toBe("limited: job_failed limit");
  const { id } = await db.selectFrom("station_errors").select("id").executeTakeFirstOrThrow();
  const resolved = [{ id, solution: "Cleaned the rail" }];
  const solved = await send("admin", `PATCH /stations/${HARBOR}/errors`, resolved);
  expect(solved.statusCode).toBe(200);
  await expect.poll(() => text(HARBOR)).toBe("ready: ");
});

// @spec R1.9
test("maintenance is a state of its own, and errors of its time never count", async () => {
  const begun = await send("admin", "POST /maintenance", { stations: [HARBOR], why: "Belt", until: until(HOUR) });
  await expect.poll(() => text(HARBOR)).toBe("not_ready: maintenance maintenance");
  await failed("battery_swap", "d");
  await expect.poll(() => db.selectFrom("station_errors").select("id").execute()).toHaveLength(1);
  const [{ id, rev }] = begun.json();
  await send("admin", `POST /maintenance/${id}/end`, { rev, errors: "triage" });
  await expect.poll(() => text(HARBOR)).toBe("ready: ");
});

// @spec R1.12
test("the effect of a group begins and ends without any new error", async () => {
  await failed("charge", "e", "Charger hums");
  await expect.poll(() => groups("Charger hums")).toHaveLength(1);
  expect(text(HARBOR)).toBe("ready: ");
  await setEffect("block");
  await expect.poll(() => text(HARBOR)).toBe("not_ready: error_group block");
  await setEffect("limit");
  await expect.poll(() => text(HARBOR)).toBe("limited: error_group limit");
  const { id, rev } = await group();
  const solved = await send("admin", "POST /error-groups/resolve", {
    groups: [{ id, rev }],
    solution: "Oiled the bearing",
  });
  expect(solved.statusCode).toBe(200);
  await expect.poll(() => text(HARBOR)).toBe("ready: ");
  expect(await group()).toMatchObject({ readiness_effect: "automatic" });
  expect((await setEffect("limit")).statusCode).toBe(409);
});

test("swaps that failed with errors of a group without effect do not count", async () => {
  await failed("battery_swap", "f", "Camera lens is dirty");
  await expect.poll(() => text(HARBOR)).toBe("limited: swaps_failed limit");
  await setEffect("none", "Camera lens is dirty");
  await expect.poll(() => text(HARBOR)).toBe("ready: ");
  await setEffect("automatic", "Camera lens is dirty");
  await expect.poll(() => text(HARBOR)).toBe("limited: swaps_failed limit");
});

type Group = { id: number; rev: number; readiness_effect: string };

async function groups(title: string): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select id, rev, readiness_effect from error_groups where title = ${title}`.execute(db);
  return rows;
}

async function group(title = "Charger hums"): Promise<Group> {
  const [found] = await groups(title);
  if (!found) throw new Error(`There is no group "${title}".`);
  return found;
}

async function setEffect(effect: string, title?: string) {
  const { id, rev } = await group(title);
  return send("admin", `PUT /error-groups/${id}/readiness-effect`, { rev, effect });
}

test("charges that have ended say when the next battery will be charged", async () => {
  const slot = (charger_level: number) => [
    { slot: 1, status: "COMPLETE" as const, charger_level: 100 },
    { slot: 2, status: "COMPLETE" as const, charger_level: 100 },
    { slot: 3, status: charger_level === 100 ? ("COMPLETE" as const) : ("CHARGING" as const), charger_level },
  ];
  for (const level of [84, 85, 90, 100]) {
    await station.report({}, slot(level));
    await expect.poll(() => levelOnBoard(3)).toBe(level);
  }
  const stored = () => valuesIn(db, "readiness_charges", "minutes");
  await expect.poll(stored, { timeout: 5_000 }).toHaveLength(1);
  const [charge] = z.array(z.array(z.number().nullable())).parse(await stored());
  const isSeen = Array.from({ length: 20 }, (_, band) => band >= 17);
  expect(charge?.map((minutes) => minutes !== null)).toEqual(isSeen);

  const minutes = Array.from({ length: 20 }, () => 5);
  for (let nth = 0; nth < 24; nth++) await insertRow(db, "readiness_charges", { station_type: "atlas", minutes });
  await rig.stopEvaluating();
  rig.evaluateAgain();
  await station.report({}, slot(60));
  await expect.poll(() => readiness(HARBOR)?.next_charged_at).not.toBeNull();
  const inMinutes = (time: string | null | undefined) => Math.round((Date.parse(time ?? "") - Date.now()) / 60_000);
  expect(Math.abs(inMinutes(readiness(HARBOR)?.next_charged_at) - 40)).toBeLessThanOrEqual(3);
  const { expected } = (await call("harbor user", `/stations/${HARBOR}/readiness`)).json().readiness;
  expect(expected.map(({ slot: of, at }: { slot: number; at: string }) => [of, inMinutes(at)])).toEqual([[3, 40]]);
});

const levelOnBoard = (slot: number) =>
  rig.board.find(HARBOR, { orgId: null, admin: true })?.snapshot.readings?.charger?.find((one) => one.slot === slot)
    ?.level;

test("a missing camera limits only while the last birth says that it is in use", async () => {
  const cameras = { cam0: { name: "camera_pad", detected: false } };
  await station.birth({ usb_status: { cameras } }, [{ id: "cam0", name: "camera_pad", in_use: true }]);
  await expect.poll(() => text(HARBOR)).toBe("limited: camera limit");
  await station.birth({ usb_status: { cameras } }, [{ id: "cam0", name: "camera_pad", in_use: false }]);
  await expect.poll(() => text(HARBOR)).toBe("ready: camera info");
});

// @spec R1.18
test("a reason that is ignored has no effect until its end, and is ignored no longer when the station moves", async () => {
  await failed("home_all", "g");
  await expect.poll(() => text(HARBOR)).toBe("limited: job_failed limit");
  const path = `/stations/${HARBOR}/readiness/ignored`;
  const ignored = await send("harbor manager", `POST ${path}`, {
    code: "job_failed",
    until: until(HOUR),
    why: "Known",
  });
  expect([ignored.statusCode, ignored.json()]).toMatchObject([
    201,
    { code: "job_failed", effect: "limit", why: "Known" },
  ]);
  await expect.poll(() => text(HARBOR)).toBe("ready: job_failed info");
  expect((await call("harbor user", `/stations/${HARBOR}/readiness`)).json()).toMatchObject({
    readiness: { state: "ready", needed: 1, expected: [], reasons: [{ code: "job_failed", effect: "info" }] },
    ignored: [{ code: "job_failed", by: "manager@harbor.example" }],
  });
  expect((await send("harbor manager", `DELETE ${path}?code=job_failed`)).statusCode).toBe(204);
  await expect.poll(() => text(HARBOR)).toBe("limited: job_failed limit");
  await send("harbor manager", `POST ${path}`, { code: "job_failed", until: until(700), why: "For a moment" });
  await expect.poll(() => text(HARBOR)).toBe("ready: job_failed info");
  await expect.poll(() => text(HARBOR), { timeout: 5_000 }).toBe("limited: job_failed limit");
  await send("named admin", `POST ${path}`, { code: "job_failed", until: until(HOUR), why: "Known" });
  await expect.poll(() => text(HARBOR)).toBe("ready: job_failed info");
  expect((await call("harbor user", `/stations/${HARBOR}/readiness`)).json().ignored).toMatchObject([
    { by: "Groundcrew Support" },
  ]);
  await move(HARBOR, rig.orgs.field);
  await expect.poll(() => text(HARBOR)).toBe("limited: job_failed limit");
  await move(HARBOR, rig.orgs.harbor);
});

function move(name: string, org_id: number) {
  return db.updateTable("stations").set({ org_id }).where("name", "=", name).execute();
}

test.each([
  ["has no such reason", "job_failed", HOUR, 409],
  ["says that readiness is not known", "offline", HOUR, 409],
  ["is ignored for too long", "job_failed", 31 * 24 * HOUR, 422],
  ["has ended already", "job_failed", -HOUR, 422],
])("a reason that the station %s cannot be ignored", async (_, code, ms, status) => {
  const reply = await send("admin", `POST /stations/${HARBOR}/readiness/ignored`, {
    code,
    until: until(ms),
    why: "So",
  });
  expect(reply.statusCode).toBe(status);
});

test("another organization neither sees nor ignores anything", async () => {
  expect((await call("field user", `/stations/${HARBOR}/readiness`)).statusCode).toBe(404);
  expect((await call("harbor user", `/stations/${FIELD}/readiness`)).statusCode).toBe(404);
  const body = { code: "job_failed", until: until(HOUR), why: "So" };
  expect((await send("harbor manager", `POST /stations/${FIELD}/readiness/ignored`, body)).statusCode).toBe(404);
  expect((await send("harbor manager", `DELETE /stations/${FIELD}/readiness/ignored?code=latch`)).statusCode).toBe(404);
});
