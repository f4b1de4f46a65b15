import { afterEach, beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { addOrganization, addStation, birthOf, envelope, teleOf } from "../../test/stations.ts";
import { storedState, TelemetryRig } from "../../test/telemetry-rig.ts";
import { RECONNECTION_MS } from "./telemetry/start-telemetry.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
let rig: TelemetryRig;
let name: string;
let count = 0;

beforeEach(async () => {
  rig = new TelemetryRig(db);
  name = await addStation(db, { name: `gc-${String(++count).padStart(12, "0")}`, org_id: orgId });
  await rig.start();
});

afterEach(() => rig.stop());

const state = () => storedState(db, name);

// @spec 115.2, 138.11
test("a snapshot becomes the state, counts swaps and moves the time of the last one", async () => {
  const station = await rig.born(name, { status: { swaps_performed: 10 } });
  rig.now += 60_000;
  const status = { swaps_performed: 12, door: "open", pad: "occupied" } as const;
  await station.deliver("tele", teleOf(envelope(1, 2, rig.now + 5_000), status));
  expect(await state()).toMatchObject({
    seq: 2,
    swaps_performed: 12,
    last_swapped: "2026-03-01T12:01:30.000Z",
    clock_skew_ms: 5_000,
  });
  expect(rig.written.at(-1)).toMatchObject({
    name,
    state: { swaps_performed: 12 },
    summary: expect.objectContaining({ template: expect.stringContaining('"door":"open"') }),
  });
});

// @spec 138.13
test("swaps continue to be counted after a reset of the station's counter", async () => {
  const station = await rig.born(name, { status: { swaps_performed: 100 } });
  await station.deliver("tele", teleOf(envelope(1, 2), { swaps_performed: 3 }));
  expect(await state()).toMatchObject({ swaps_performed: 103, swaps_reported: 3 });
});

test("a snapshot without a swap count leaves the total as it is", async () => {
  const station = await rig.born(name, { status: { swaps_performed: 100 } });
  await station.deliver("tele", teleOf(envelope(1, 2), {}));
  expect(await state()).toMatchObject({ swaps_performed: 100, swaps_reported: 100 });
});

test("an older message updates when the station was last active, and overwrites nothing", async () => {
  const station = await rig.born(name, { boot: 2, seq: 5, status: { door: "closed" } });
  rig.now += 10_000;
  await station.deliver("tele", teleOf(envelope(2, 4), { door: "open" }));
  await station.deliver("tele", teleOf(envelope(1, 99), { door: "open" }));
  expect(await state()).toMatchObject({
    boot: 2,
    seq: 5,
    last_active: "2026-03-01T12:00:40.000Z",
    last_telemetry: "2026-03-01T12:00:30.000Z",
    snapshot: { status: { door: "closed" } },
  });
});

test("the clock of a station decides nothing, even when it is ten years off", async () => {
  const tenYears = 10 * 365 * 86_400_000;
  const station = await rig.born(name);
  await station.deliver("tele", teleOf(envelope(1, 2, rig.now + tenYears), {}));
  expect(await state()).toMatchObject({ last_active: "2026-03-01T12:00:30.000Z", clock_skew_ms: tenYears });
  await station.deliver("tele", teleOf(envelope(1, 3, -1e300), {}));
  expect(await state()).toMatchObject({ seq: 3, clock_skew_ms: Number.MIN_SAFE_INTEGER });
});

test.each([
  [
    "a number that JSON does not have",
    '"internal_temperature":71',
    '"internal_temperature":NaN',
    /^NaN at character \d+, after "internal_temperature", is not JSON\.$/,
  ],
  ["a NUL character at the end", /$/, "\0", /^U\+0000 at character \d+, after "internal_temperature", is not JSON\.$/],
  ["a byte order mark", /^/, "\uFEFF", /^It begins with a byte order mark \(U\+FEFF\), which is not JSON\.$/],
  [
    "a number that is too large",
    '"internal_temperature":71',
    '"internal_temperature":1e400',
    /^data\.snapshot\.status\.internal_temperature: /,
  ],
  [
    "a number as text",
    '"internal_temperature":71',
    '"internal_temperature":"71"',
    /^data\.snapshot\.status\.internal_temperature: /,
  ],
  ["a name in a text of another type", '"door":"open"', '"door":"OPEN"', /^data\.snapshot\.status\.door: /],
])("a station whose snapshots have %s is connected, and its row says what is wrong", async (_, valid, sent, detail) => {
  const station = await rig.born(name);
  const of = (seq: number) => JSON.stringify(teleOf(envelope(1, seq), { door: "open", internal_temperature: 71 }));
  for (let seq = 2; seq < 12; seq++) {
    rig.now += 20_000;
    await station.deliver("tele", Buffer.from(of(seq).replace(valid, sent)));
  }
  const received = new Date(rig.now).toISOString();
  expect(await state()).toMatchObject({ linked: true, last_active: received, last_online: received, seq: 1 });
  const { invalid_messages } = await state();
  expect(JSON.parse(invalid_messages ?? "null")).toEqual({
    since: "2026-03-01T12:00:50.000Z",
    topic: "tele",
    detail: expect.stringMatching(detail),
  });
  await station.deliver("tele", Buffer.from(of(12)));
  expect(await state()).toMatchObject({ seq: 12, invalid_messages: null });
});

test("a death of the current boot takes the station offline, one of another boot does not", async () => {
  const station = await rig.born(name, { boot: 3 });
  await station.deliver("death", { v: 1, boot: 2 });
  expect(await state()).toMatchObject({ linked: true });
  rig.now += 60_000;
  await station.deliver("death", { v: 1, boot: 3 });
  expect(await state()).toMatchObject({ linked: false, last_active: "2026-03-01T12:00:30.000Z", changed_by: null });
  expect(rig.written.at(-1)).toMatchObject({ name, state: { linked: false }, summary: undefined });
});

test("a late will does not end a newer connection of the same boot", async () => {
  await rig.born(name, { boot: 3, seq: 5 });
  const again = await rig.connect(name);
  await again.birth(birthOf(envelope(3, 8)));
  await again.deliver("death", { v: 1, boot: 3, seq: 5 });
  expect(await state()).toMatchObject({ linked: true, born_seq: 8 });
  await again.deliver("death", { v: 1, boot: 3, seq: 8 });
  expect(await state()).toMatchObject({ linked: false });
});

test("a station that sends a message after its death is linked again", async () => {
  const station = await rig.born(name, { boot: 3 });
  await station.deliver("death", { v: 1, boot: 3 });
  await station.deliver("tele", teleOf(envelope(3, 2), {}));
  expect(await state()).toMatchObject({ linked: true });
});

test("a connection that ends without a will takes the station offline too", async () => {
  const station = await rig.born(name);
  await station.dropConnection();
  expect(await state()).toMatchObject({ linked: false });
});

test("a station that reconnects before its old connection is found broken stays online", async () => {
  await rig.born(name, { seq: 1 });
  const again = await rig.born(name, { seq: 2 });
  await again.deliver("tele", teleOf(envelope(1, 3), {}));
  expect(await state()).toMatchObject({ linked: true, seq: 3 });
});

test("a linked station without a message for more than 150 seconds is no longer linked", async () => {
  await rig.born(name);
  rig.now += 150_000;
  await rig.settle();
  expect(await state()).toMatchObject({ linked: true });
  rig.now += 1;
  await rig.settle();
  expect(await state()).toMatchObject({ linked: false });
});

test("after a restart of the server, a station stays online while it has time to connect again", async () => {
  const other = await addStation(db, { name: "gc-00000000ffff", org_id: orgId });
  await rig.born(name);
  await rig.born(other);
  await rig.stop();
  rig.now += 1_000;
  await rig.start();
  rig.now += RECONNECTION_MS - 1;
  await rig.born(other, { seq: 2 });
  expect(await state()).toMatchObject({ linked: true });
  rig.now += 1;
  await rig.settle();
  expect(await state()).toMatchObject({ linked: false });
  expect(await storedState(db, other)).toMatchObject({ linked: true });
});

const tele = JSON.stringify(teleOf(envelope(1, 2), { internal_temperature: 7 }));

test.each([
  { what: "noise", payload: Buffer.from([0, 255, 254]) },
  { what: "deep nesting", payload: Buffer.from(`${"[".repeat(20_000)}${"]".repeat(20_000)}`) },
  { what: "140 KB", payload: Buffer.from(tele + " ".repeat(140_000)) },
  { what: "text where a number belongs", payload: Buffer.from(tele.replace(":7", ':"7"')) },
  { what: "an infinite temperature", payload: Buffer.from(tele.replace(":7", ":1e999")) },
])("$what invalidates that message and affects nothing else", async ({ payload }) => {
  const station = await rig.born(name);
  await station.deliver("tele", payload);
  expect(await state()).toMatchObject({ seq: 1 });
  await station.deliver("tele", teleOf(envelope(1, 3), { door: "open" }));
  expect(await state()).toMatchObject({ seq: 3, snapshot: { status: { door: "open" } } });
});

test("text that is not valid Unicode is stored as it was sent", async () => {
  const station = await rig.born(name);
  const snapshot = { time: 1, warn_message: "half a \ud800 and a\nbreak" };
  await station.deliver("tele", { ...envelope(1, 2), data: { snapshot } });
  expect(await state()).toMatchObject({ seq: 2, snapshot });
});

test("a state that another server changed in the meantime is computed again from the stored one", async () => {
  const station = await rig.born(name, { status: { swaps_performed: 10 } });
  await db
    .updateTable("station_states")
    .set(({ eb }) => ({ version: eb("version", "+", 1), seq: 7, swaps_performed: 15, swaps_reported: 15 }))
    .where("station_name", "=", name)
    .execute();
  await station.deliver("tele", teleOf(envelope(1, 6), { swaps_performed: 14 }));
  expect(await state()).toMatchObject({ seq: 7, swaps_performed: 15, changed_by: null });
  await station.deliver("tele", teleOf(envelope(1, 8), { swaps_performed: 16 }));
  expect(await state()).toMatchObject({ seq: 8, swaps_performed: 16, changed_by: "this one" });
});
