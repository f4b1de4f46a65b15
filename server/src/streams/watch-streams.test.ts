import type { Cmd } from "@groundcrew/shared/link";
import { stream as streamSchema } from "@groundcrew/shared/streams";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FakeStation } from "../../test/fake-station.ts";
import { HARBOR, linkRig } from "../../test/link-rig.ts";
import { deleteEndedStreams } from "./queries.ts";
import { endOverdueStreams } from "./watch-streams.ts";

const rig = await linkRig();
const EMAIL = "user@harbor.example";
await rig.person(EMAIL, rig.orgs.harbor);
await rig.person("staff@groundcrew.example", rig.orgs.provider);

let station: FakeStation;
let boot = 0;

beforeEach(async () => {
  boot++;
  await rig.db.deleteFrom("streams").execute();
  station = await rig.station(HARBOR, { boot, obey: signals });
});

afterEach(async () => {
  await station.leave();
});

function signals({ name }: Cmd) {
  return { output: name === "stream_open" ? { sdp_offer: "v=0" } : null };
}

/** Opens a stream in a session of its own. */
async function watch(email = EMAIL) {
  const cookie = await rig.logIn(email);
  const reply = await rig.call(cookie, `POST /stations/${HARBOR}/streams`, { body: { cameras: ["cam0"] } });
  const { id } = streamSchema.parse(JSON.parse(reply.text));
  const beat = async () => (await rig.call(cookie, `POST /stations/${HARBOR}/streams/${id}/heartbeats`)).status;
  return { id, cookie, beat };
}

function look(): Promise<void> {
  return endOverdueStreams({ ...rig, provider: "Groundcrew", now: () => rig.clock.ms });
}

/** Waits until the station is told to end a stream. */
async function toldToEnd(id: string): Promise<void> {
  const close = { name: "stream_close", data: { stream: id } };
  await expect.poll(() => station.heard).toContainEqual(expect.objectContaining(close));
}

/** The streams that run, oldest first. */
async function running(): Promise<string[]> {
  const rows = await rig.db.selectFrom("streams").select("id").where("ended", "is", null).orderBy("opened").execute();
  return rows.map(({ id }) => id);
}

async function reason(): Promise<unknown> {
  const entry = await rig.db
    .selectFrom("audit_entries")
    .select(["actor_kind", "action", "after"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ actor_kind: "server", action: "endStream" });
  return entry.after;
}

test("a stream ends after 15 seconds without a heartbeat, at the station too; others go on", async () => {
  const silent = await watch();
  const alive = await watch();
  rig.clock.ms += 10_000;
  expect(await alive.beat()).toBe(204);
  rig.clock.ms += 5_000;
  await look();
  expect(await running()).toHaveLength(2);
  rig.clock.ms += 1;
  await look();
  expect(await running()).toEqual([alive.id]);
  await toldToEnd(silent.id);
  expect(await reason()).toEqual({ stream: silent.id, reason: "silence" });
  expect(await silent.beat()).toBe(404);
  expect(await alive.beat()).toBe(204);
});

test("a stream with heartbeats every five seconds goes on and on", async () => {
  const { id, beat } = await watch();
  for (let times = 0; times < 20; times++) {
    rig.clock.ms += 5_000;
    await look();
    expect(await beat()).toBe(204);
  }
  expect(await running()).toEqual([id]);
});

test("a stream ends with the session it was opened in, by logging out or by itself", async () => {
  const one = await watch();
  expect((await rig.call(one.cookie, "DELETE /sessions/current")).status).toBe(204);
  expect(await one.beat()).toBe(401);
  await look();
  expect(await running()).toEqual([]);
  await toldToEnd(one.id);
  expect(await reason()).toEqual({ stream: one.id, reason: "session" });

  const two = await watch();
  await rig.db
    .updateTable("sessions")
    .set({ expires: new Date(rig.clock.ms).toISOString() })
    .execute();
  await look();
  expect(await running()).toEqual([]);
  expect(await reason()).toEqual({ stream: two.id, reason: "session" });
});

test("a stream ends when its user may not see the station any more; who sees every station goes on", async () => {
  const theirs = await watch();
  const staff = await watch("staff@groundcrew.example");
  await rig.db.updateTable("stations").set({ org_id: rig.orgs.field }).where("name", "=", HARBOR).execute();
  expect(await theirs.beat()).toBe(404);
  await look();
  expect(await running()).toEqual([staff.id]);
  expect(await reason()).toEqual({ stream: theirs.id, reason: "rights" });
  const at = new Date(rig.clock.ms).toISOString();
  await rig.db.updateTable("stations").set({ retired: at }).where("name", "=", HARBOR).execute();
  await look();
  expect(await running()).toEqual([]);
  await rig.db
    .updateTable("stations")
    .set({ org_id: rig.orgs.harbor, retired: null })
    .where("name", "=", HARBOR)
    .execute();
});

test("of many servers that look at once, one ends a stream", async () => {
  const { id } = await watch();
  rig.clock.ms += 15_001;
  const before = await rig.db.selectFrom("audit_entries").select("id").execute();
  await Promise.all(Array.from({ length: 8 }, () => look()));
  const after = await rig.db.selectFrom("audit_entries").select("id").execute();
  expect(after).toHaveLength(before.length + 1);
  expect(await reason()).toEqual({ stream: id, reason: "silence" });
});

test("streams that ended before a time are forgotten", async () => {
  await watch();
  rig.clock.ms += 15_001;
  await look();
  const { id } = await watch();
  await deleteEndedStreams(rig.db, new Date(rig.clock.ms));
  expect(await rig.db.selectFrom("streams").select("id").execute()).toHaveLength(2);
  await deleteEndedStreams(rig.db, new Date(rig.clock.ms + 1));
  expect(await rig.db.selectFrom("streams").select("id").execute()).toEqual([{ id }]);
});
