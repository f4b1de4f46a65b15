import { BIRTH_CODES, MAX_BOOT_INCREASE } from "@groundcrew/shared/link";
import { register } from "prom-client";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { addOrganization, addStation, birthOf, envelope, teleOf } from "../../test/stations.ts";
import { storedState, TelemetryRig } from "../../test/telemetry-rig.ts";
import { resetCounters } from "../stations/index.ts";
import { inTransaction } from "../platform/db/index.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const rig = new TelemetryRig(db);
let name = "";
let count = 0;

beforeAll(() => rig.start());
afterAll(() => rig.stop());
beforeEach(async () => {
  name = await addStation(db, { name: `gc-${String(++count).padStart(12, "0")}`, org_id: orgId });
});

const LEAP = `rejected: boot: It is more than ${MAX_BOOT_INCREASE} above`;

test.each([
  { known: null, boot: MAX_BOOT_INCREASE, code: BIRTH_CODES.accepted },
  { known: null, boot: MAX_BOOT_INCREASE + 1, code: BIRTH_CODES.rejected },
  { known: 12, boot: 12 + MAX_BOOT_INCREASE, code: BIRTH_CODES.accepted },
  { known: 12, boot: 13 + MAX_BOOT_INCREASE, code: BIRTH_CODES.rejected },
  { known: 12, boot: Number.MAX_SAFE_INTEGER, code: BIRTH_CODES.rejected },
])("after boot $known, a birth with boot $boot is answered with $code", async ({ known, boot, code }) => {
  if (known !== null) await (await rig.born(name, { boot: known })).dropConnection();
  const station = await rig.connect(name);
  const answer = await station.birth(birthOf(envelope(boot, 1)));
  expect(answer.code).toBe(code);
  if (code !== BIRTH_CODES.rejected) return;
  expect(answer).toMatchObject({ message: `${LEAP} ${known ?? 0}, the highest one known.`, output: null });
  expect((await station.birth(birthOf(envelope((known ?? 0) + 1, 1)))).code).toBe(BIRTH_CODES.accepted);
});

test("a rejected boot counter is counted and shown to admins with its reason", async () => {
  const counted = async () =>
    (await register.metrics()).match(/invalid_messages_total\{topic="birth",reason="boot_too_high"\} (\d+)/)?.[1];
  const before = Number((await counted()) ?? 0);
  await (await rig.connect(name)).birth(birthOf(envelope(Number.MAX_SAFE_INTEGER, 1)));
  expect(Number(await counted())).toBe(before + 1);
  expect(rig.link.reader.invalidMessages()[0]).toMatchObject({
    station: name,
    topic: "birth",
    reason: "boot_too_high",
    times: 1,
  });
});

test("a snapshot whose boot counter jumps too far changes only when the station was last active", async () => {
  const station = await rig.born(name, { boot: 3 });
  const before = await storedState(db, name);
  rig.now += 60_000;
  await station.deliver("tele", teleOf(envelope(Number.MAX_SAFE_INTEGER, 1), { door: "open" }));
  const { boot, seq, snapshot, last_active } = await storedState(db, name);
  expect({ boot, seq, snapshot }).toEqual({ boot: before.boot, seq: before.seq, snapshot: before.snapshot });
  expect(last_active).toBe(new Date(rig.now).toISOString());
});

test("a station that was locked out by its counters is accepted again once they are reset", async () => {
  await (await rig.born(name, { boot: 3, seq: 5 })).dropConnection();
  // As stored by a server that did not limit the counter.
  await db
    .updateTable("station_states")
    .set({ boot: Number.MAX_SAFE_INTEGER, version: 99 })
    .where("station_name", "=", name)
    .execute();
  const station = await rig.connect(name);
  // The cached state is read again after the first refused write.
  await station.deliver("death", { v: 1, boot: 3, seq: 5 });
  expect((await station.birth(birthOf(envelope(3, 6)))).code).toBe(BIRTH_CODES.behind);
  await inTransaction(db, (tx) => resetCounters(tx, name, new Date(rig.now).toISOString()));
  expect((await station.birth(birthOf(envelope(1, 1)))).code).toBe(BIRTH_CODES.accepted);
  expect(await storedState(db, name)).toMatchObject({ boot: 1, seq: 1, born_seq: 1, linked: true });
});

test("a death with a too high seq shows a station offline only until its next snapshot", async () => {
  const station = await rig.born(name, { boot: 3 });
  await station.deliver("death", { v: 1, boot: 3, seq: Number.MAX_SAFE_INTEGER });
  expect(await storedState(db, name)).toMatchObject({ linked: false, seq: 1, born_seq: 1 });
  await station.deliver("tele", teleOf(envelope(3, 2), {}));
  expect(await storedState(db, name)).toMatchObject({ linked: true, seq: 2 });
});
