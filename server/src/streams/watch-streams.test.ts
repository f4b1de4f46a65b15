import { WEEK_MS } from "@groundcrew/shared/lib";
import type { Cmd } from "@groundcrew/shared/link";
import { stream as streamSchema } from "@groundcrew/shared/streams";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FakeStation } from "../../test/fake-station.ts";
import { HARBOR, linkRig } from "../../test/link-rig.ts";
import { metric } from "../../test/metrics.ts";
import { removeRows } from "../../test/retention.ts";
import { hashSecret } from "../platform/link/index.ts";
import { deleteSessionsOf } from "../sessions/index.ts";
import { endOverdueStreams, endStreamsOf } from "./watch-streams.ts";

const rig = await linkRig();
const EMAIL = "user@harbor.example";
await rig.person(EMAIL, rig.orgs.harbor);
await rig.person("staff@groundcrew.example", rig.orgs.provider);

let station: FakeStation;
let boot = 0;

beforeEach(async () => {
  boot++;
  await rig.db.deleteFrom("streams").execute();
  station = await rig.station(HARBOR, { boot, handleCommand: signals });
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
  const heartbeat = async () => (await rig.call(cookie, `POST /stations/${HARBOR}/streams/${id}/heartbeats`)).status;
  return { id, cookie, heartbeat };
}

function endOverdue(): Promise<void> {
  return endOverdueStreams({ ...rig, provider: "Groundcrew", now: () => rig.clock.ms });
}

/** Waits until the station receives the command to end a stream. */
async function stationClosed(id: string): Promise<void> {
  const close = { name: "stream_close", data: { stream: id } };
  await expect.poll(() => station.received).toContainEqual(expect.objectContaining(close));
}

/** The running streams, oldest first. */
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

test("a stream ends after 15 seconds without a heartbeat, at the station too; others continue", async () => {
  const opened = () => metric("groundcrew_video_streams_opened_total", { outcome: "done" });
  const ended = () => metric("groundcrew_video_streams_ended_total", { reason: "silence" });
  const [openedBefore, endedBefore] = [await opened(), await ended()];
  const silent = await watch();
  const alive = await watch();
  rig.clock.ms += 10_000;
  expect(await alive.heartbeat()).toBe(204);
  rig.clock.ms += 5_000;
  await endOverdue();
  expect(await running()).toHaveLength(2);
  rig.clock.ms += 1;
  await endOverdue();
  expect(await running()).toEqual([alive.id]);
  await stationClosed(silent.id);
  expect(await reason()).toEqual({ stream: silent.id, reason: "silence" });
  expect([await opened(), await ended()]).toEqual([(openedBefore ?? 0) + 2, (endedBefore ?? 0) + 1]);
  expect(await silent.heartbeat()).toBe(404);
  expect(await alive.heartbeat()).toBe(204);
});

test("a stream with heartbeats every five seconds never ends", async () => {
  const { id, heartbeat } = await watch();
  for (let times = 0; times < 20; times++) {
    rig.clock.ms += 5_000;
    await endOverdue();
    expect(await heartbeat()).toBe(204);
  }
  expect(await running()).toEqual([id]);
});

type Watched = Awaited<ReturnType<typeof watch>>;

const updateStation = (change: object) =>
  rig.db.updateTable("stations").set(change).where("name", "=", HARBOR).execute();
const person = (change: object) => rig.db.updateTable("users").set(change).where("email", "=", EMAIL).execute();

/** Every way in which a session or the permission to watch ends. */
const ENDINGS: { what: string; end: (watched: Watched) => Promise<unknown>; reason: string; status: number }[] = [
  {
    what: "its user logs out",
    end: ({ cookie }) => rig.call(cookie, "DELETE /sessions/current"),
    reason: "session",
    status: 401,
  },
  {
    what: "its session expires",
    end: () =>
      rig.db
        .updateTable("sessions")
        .set({ expires: new Date(rig.clock.ms).toISOString() })
        .execute(),
    reason: "session",
    status: 401,
  },
  {
    what: "its user gets another password",
    end: async () => deleteSessionsOf(rig.db, await userId()),
    reason: "session",
    status: 401,
  },
  {
    what: "its user is deleted",
    end: () => rig.db.deleteFrom("users").where("email", "=", EMAIL).execute(),
    reason: "session",
    status: 401,
  },
  {
    what: "its user moves to another organization",
    end: () => person({ org_id: rig.orgs.field }),
    reason: "rights",
    status: 404,
  },
  {
    what: "the station moves to another organization",
    end: () => updateStation({ org_id: rig.orgs.field }),
    reason: "rights",
    status: 404,
  },
  {
    what: "the station is retired",
    end: () => updateStation({ retired: new Date(rig.clock.ms).toISOString() }),
    reason: "out_of_service",
    status: 404,
  },
  {
    what: "telemetry of the station is disabled",
    end: () => updateStation({ telemetry_enabled: false }),
    reason: "out_of_service",
    status: 404,
  },
  {
    what: "the password of the station is removed",
    end: () => updateStation({ api_password_hash: null }),
    reason: "out_of_service",
    status: 404,
  },
];

test.each(ENDINGS)(
  "a stream ends within a second, at the station too, when $what",
  async ({ end, reason: why, status }) => {
    await restore();
    const one = await watch();
    await end(one);
    await endOverdue();
    expect(await running()).toEqual([]);
    await stationClosed(one.id);
    expect(await reason()).toEqual({ stream: one.id, reason: why });
    expect(await one.heartbeat()).toBe(status);
    await restore();
  },
);

/** Restores the session or permission. */
async function restore(): Promise<void> {
  const added = { email: EMAIL, org_id: rig.orgs.harbor };
  await rig.db
    .insertInto("users")
    .values(added)
    .onConflict((conflict) => conflict.column("email").doUpdateSet(added))
    .execute();
  const api_password_hash = hashSecret(`secret-of-${HARBOR}`);
  await updateStation({ org_id: rig.orgs.harbor, retired: null, telemetry_enabled: true, api_password_hash });
}

async function userId(): Promise<number> {
  const { id } = await rig.db.selectFrom("users").select("id").where("email", "=", EMAIL).executeTakeFirstOrThrow();
  return id;
}

test("when a station moves, the streams of users who see every station continue", async () => {
  const otherStream = await watch();
  const staff = await watch("staff@groundcrew.example");
  await updateStation({ org_id: rig.orgs.field });
  await endOverdue();
  expect(await running()).toEqual([staff.id]);
  expect(await reason()).toEqual({ stream: otherStream.id, reason: "rights" });
  await restore();
});

test("a station that is taken out of service receives commands to close its streams before it is disconnected", async () => {
  const { id, heartbeat } = await watch();
  await endStreamsOf({ ...rig, now: () => rig.clock.ms }, [HARBOR]);
  expect(station.received).toContainEqual(expect.objectContaining({ name: "stream_close", data: { stream: id } }));
  expect(await heartbeat()).toBe(404);
  expect(await reason()).toEqual({ stream: id, reason: "out_of_service" });
});

test("when many servers check at once, only one ends a stream", async () => {
  const { id } = await watch();
  rig.clock.ms += 15_001;
  const before = await rig.db.selectFrom("audit_entries").select("id").execute();
  await Promise.all(Array.from({ length: 8 }, () => endOverdue()));
  const after = await rig.db.selectFrom("audit_entries").select("id").execute();
  expect(after).toHaveLength(before.length + 1);
  expect(await reason()).toEqual({ stream: id, reason: "silence" });
});

test("streams are removed a week after their end", async () => {
  await watch();
  rig.clock.ms += 15_001;
  await endOverdue();
  const { id } = await watch();
  await removeRows(rig.db, "streams", rig.clock.ms + WEEK_MS);
  expect(await rig.db.selectFrom("streams").select("id").execute()).toHaveLength(2);
  await removeRows(rig.db, "streams", rig.clock.ms + WEEK_MS + 1);
  expect(await rig.db.selectFrom("streams").select("id").execute()).toEqual([{ id }]);
});
