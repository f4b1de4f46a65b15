import type { Cmd } from "@groundcrew/shared/link";
import { stream as streamSchema } from "@groundcrew/shared/streams";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FakeStation } from "../../test/fake-station.ts";
import { HARBOR, linkRig } from "../../test/link-rig.ts";
import { endOverdueStreams } from "./watch-streams.ts";

const rig = await linkRig();
const EMAIL = "user@harbor.example";
const user = await rig.person(EMAIL, rig.orgs.harbor);
const OPEN = `POST /stations/${HARBOR}/streams`;
const openRequest = { body: { cameras: ["cam0"] } };

let station: FakeStation;
let boot = 0;

beforeEach(async () => {
  boot++;
  station = await rig.station(HARBOR, { boot, handleCommand: signals });
});

afterEach(() => station.leave());

function signals({ name }: Cmd) {
  return { output: name === "stream_open" ? { sdp_offer: "v=0" } : null };
}

/** Opens a stream and returns the call for its heartbeat. */
async function open(): Promise<string> {
  const reply = await rig.call(user, OPEN, openRequest);
  const { id } = streamSchema.parse(JSON.parse(reply.text));
  return `POST /stations/${HARBOR}/streams/${id}/heartbeats`;
}

function endOverdue(): Promise<void> {
  return endOverdueStreams({ ...rig, provider: "Groundcrew", now: () => rig.clock.ms });
}

test("a heartbeat while the station is offline fails, and the stream continues if the station reconnects in time", async () => {
  const heartbeat = await open();
  await station.leave();
  await expect.poll(async () => (await rig.settle(), rig.isUp(HARBOR))).toBe(false);
  const heartbeatWhileOffline = await rig.call(user, heartbeat);
  expect([heartbeatWhileOffline.status, JSON.parse(heartbeatWhileOffline.text).detail]).toEqual([
    503,
    "The station is offline.",
  ]);
  boot++;
  station = await rig.station(HARBOR, { boot, handleCommand: signals });
  expect((await rig.call(user, heartbeat)).status).toBe(204);
});

test("a stream that was slow to open has the same time until its first heartbeat as any other", async () => {
  station.onCommand((command) => {
    if (command.name === "stream_open") rig.clock.ms += 10_000;
    return signals(command);
  });
  const heartbeat = await open();
  rig.clock.ms += 14_000;
  await endOverdue();
  expect((await rig.call(user, heartbeat)).status).toBe(204);
});

test("a reserved stream counts toward the limits for a limited time, an open one until it ends", async () => {
  const promised = async () => {
    const rows = await rig.db
      .selectFrom("idempotency_keys")
      .select("provisional_until")
      .where("key", "=", "slow")
      .execute();
    return rows.map(({ provisional_until: until }) => until !== null);
  };
  const duringCommand: boolean[][] = [];
  station.onCommand(async (command) => {
    if (command.name === "stream_open") duringCommand.push(await promised());
    return signals(command);
  });
  const reply = await rig.call(user, OPEN, { ...openRequest, headers: { "idempotency-key": "slow" } });
  expect([reply.status, duringCommand, await promised()]).toEqual([201, [[true]], [false]]);
  const { id } = streamSchema.parse(JSON.parse(reply.text));
  await rig.call(user, `DELETE /stations/${HARBOR}/streams/${id}`);
});

test("a stream whose session ends while it is opened is closed at the station, and the call fails", async () => {
  const leaving = await rig.logIn(EMAIL);
  station.onCommand(async (command) => {
    if (command.name === "stream_open") {
      await rig.call(leaving, "DELETE /sessions/current");
      await endOverdue();
    }
    return signals(command);
  });
  expect((await rig.call(leaving, OPEN, openRequest)).status).toBe(404);
  const { data } = await station.receives("stream_close");
  const opened = station.received.find(({ name }) => name === "stream_open")?.data;
  expect(opened).toMatchObject(Object(data));
});
