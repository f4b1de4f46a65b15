import { createHmac } from "node:crypto";
import { COMMAND_CODES, commands, type Cmd } from "@groundcrew/shared/link";
import { iceServers, stream as streamSchema, turnServers } from "@groundcrew/shared/streams";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { FakeStation } from "../../test/fake-station.ts";
import { FIELD, HARBOR, linkRig, RELAY } from "../../test/link-rig.ts";

const rig = await linkRig({ maxStreams: 5 });
const user = await rig.person("user@harbor.example", rig.orgs.harbor);
const colleague = await rig.person("colleague@harbor.example", rig.orgs.harbor);
const other = await rig.person("user@field.example", rig.orgs.field);
const staff = await rig.person("staff@groundcrew.example", rig.orgs.provider);
const OPEN = `POST /stations/${HARBOR}/streams`;
const openRequest = { body: { cameras: ["cam0"] } };
const OFFER = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n";

let station: FakeStation;
let field: FakeStation;
let boot = 0;

beforeEach(async () => {
  boot++;
  rig.clock.ms += 60_000;
  await rig.db.deleteFrom("streams").execute();
  station = await rig.station(HARBOR, { boot, handleCommand: signals });
  field = await rig.station(FIELD, { boot, handleCommand: signals });
});

afterEach(async () => {
  await station.leave();
  await field.leave();
});

/** The answers of a station with video: it makes an offer and accepts every command. */
function signals({ name }: Cmd) {
  return { output: name === "stream_open" ? { sdp_offer: OFFER } : null };
}

const ofStream = z.object({ stream: z.string() });

/** The commands for the streams opened in this test; the close command of an earlier stream may still arrive. */
function received(): Cmd[] {
  const streamOf = ({ data }: Cmd) => ofStream.parse(data).stream;
  const opened = new Set(station.received.filter(({ name }) => name === "stream_open").map(streamOf));
  return station.received.filter((command) => opened.has(streamOf(command)));
}

async function open(who = user, line = OPEN) {
  const reply = await rig.call(who, line, openRequest);
  if (reply.status !== 201) throw new Error(reply.text);
  return streamSchema.extend({ turn: turnServers }).parse(JSON.parse(reply.text));
}

async function detail(reply: Promise<{ status: number; text: string }>) {
  const { status, text } = await reply;
  return { status, detail: text === "" ? null : JSON.parse(text).detail };
}

const candidate = { candidate: "candidate:1 1 udp 1 192.0.2.1 9 typ host", sdp_mid: "0", sdp_m_line_index: 0 };

/** Every call about a stream, given as `station/stream`. */
const callsOf = (stream: string) =>
  [
    [`POST /stations/${stream}/ice-candidates`, { body: candidate }],
    [`PUT /stations/${stream}/ice-answer`, { body: { type: "answer", sdp: "v=0" } }],
    [`POST /stations/${stream}/heartbeats`, {}],
    [`DELETE /stations/${stream}`, {}],
  ] as const;

// @spec 269.1
test("opening a stream returns the station's offer and an unguessable id", async () => {
  const [one, two] = [await open(), await open()];
  expect(one.sdp_offer).toBe(OFFER);
  expect(one.id).toMatch(/^[0-9a-f]{32}$/);
  expect(two.id).not.toBe(one.id);
  const opened = received().map(({ data }) => commands.stream_open.data.parse(data));
  expect(opened.map(({ stream, cameras }) => [stream, cameras])).toEqual([
    [one.id, ["cam0"]],
    [two.id, ["cam0"]],
  ]);
});

// @spec 269.1
test("viewer and station get different credentials, valid for this stream only and for ten minutes at most", async () => {
  const { id, turn } = await open();
  const stationTurn = commands.stream_open.data.parse(received()[0]?.data).turn;
  expect(turn).toMatchObject({ stun_url: "stun.example.com", stun_port: 3_478 });
  expect(turn).toMatchObject({ turn_url: "turn.example.com", turn_port: 3_479, turn_protocol: "udp" });
  for (const [end, { username, credential }] of Object.entries({ viewer: turn, station: stationTurn })) {
    const [expires, name] = (username ?? "").split(":");
    expect(name).toBe(`${id}-${end}`);
    const lifeMs = Number(expires) * 1_000 - rig.clock.ms;
    expect(lifeMs).toBeGreaterThan(9 * 60_000);
    expect(lifeMs).toBeLessThanOrEqual(10 * 60_000);
    const signature = createHmac("sha1", RELAY.turn.secret)
      .update(username ?? "")
      .digest("base64");
    expect(credential).toBe(signature);
  }
  expect(turn.credential).not.toBe(stationTurn.credential);
  expect(iceServers(turn).map(({ urls }) => urls)).toEqual([
    "stun:stun.example.com:3478",
    "turn:turn.example.com:3479?transport=udp",
  ]);
});

// @spec 270.1, 271.1
test("the viewer's messages reach the station unchanged", async () => {
  const { id } = await open();
  for (const [line, options] of callsOf(`${HARBOR}/streams/${id}`)) {
    expect((await rig.call(user, line, options)).status).toBe(204);
  }
  await expect.poll(() => received().at(-1)?.name).toBe("stream_close");
  expect(
    received()
      .slice(1)
      .map(({ name, data }) => [name, data]),
  ).toEqual([
    ["stream_candidate", { stream: id, ...candidate }],
    ["stream_answer", { stream: id, sdp: "v=0" }],
    ["stream_heartbeat", { stream: id }],
    ["stream_close", { stream: id }],
  ]);
});

test("every call responds that a stream of another user, session or station does not exist", async () => {
  const { id } = await open();
  const before = received().length;
  const elsewhere = await rig.logIn("user@harbor.example");
  const nothing = await rig.call(user, `DELETE /stations/${HARBOR}/streams/${"0".repeat(32)}`);
  expect(nothing.status).toBe(404);
  const callers = [
    [colleague, `${HARBOR}/streams/${id}`],
    [other, `${HARBOR}/streams/${id}`],
    [staff, `${HARBOR}/streams/${id}`],
    [elsewhere, `${HARBOR}/streams/${id}`],
    [user, `${FIELD}/streams/${id}`],
    [user, `gc-ffffffffffff/streams/${id}`],
    [user, `${HARBOR}/streams/${id}0`],
  ] as const;
  for (const [who, path] of callers) {
    for (const [line, options] of callsOf(path)) {
      const reply = await rig.call(who, line, options);
      expect([line, reply.status, reply.text]).toEqual([line, 404, nothing.text]);
    }
  }
  const foreign = await rig.call(user, `POST /stations/${FIELD}/streams`, openRequest);
  const unknown = await rig.call(user, "POST /stations/gc-ffffffffffff/streams", openRequest);
  expect([foreign.status, foreign.text]).toEqual([404, nothing.text]);
  expect(unknown.text).toBe(nothing.text);
  expect(received().slice(before)).toEqual([]);
  expect(field.received.filter(({ name }) => name !== "stream_close")).toEqual([]);
  const heartbeat = await rig.call(user, `POST /stations/${HARBOR}/streams/${id}/heartbeats`);
  expect(heartbeat.status).toBe(204);
});

// @spec 273.1
test("closing a stream twice succeeds, and nothing more is forwarded to it", async () => {
  const { id } = await open();
  const [, , , [close]] = callsOf(`${HARBOR}/streams/${id}`);
  expect([(await rig.call(user, close)).status, (await rig.call(user, close)).status]).toEqual([204, 204]);
  for (const [line, options] of callsOf(`${HARBOR}/streams/${id}`).slice(0, 3)) {
    expect((await rig.call(user, line, options)).status).toBe(404);
  }
  await expect.poll(() => received().at(-1)?.name).toBe("stream_close");
  expect(received().map(({ name }) => name)).toEqual(["stream_open", "stream_close"]);
});

// @spec 272.1
test("a stream that the station does not know any more has ended", async () => {
  const { id } = await open();
  station.onCommand(() => ({ code: COMMAND_CODES.gone, message: "There is no such stream." }));
  const heartbeat = `POST /stations/${HARBOR}/streams/${id}/heartbeats`;
  expect((await rig.call(user, heartbeat)).status).toBe(404);
  const before = received().length;
  expect((await rig.call(user, heartbeat)).status).toBe(404);
  expect(received()).toHaveLength(before);
});

test("streams are limited to two a user, four a station, and a total for the server", async () => {
  await open();
  await open();
  expect(await detail(rig.call(user, OPEN, openRequest))).toEqual({
    status: 503,
    detail: "You are watching 2 streams already. Close one to open another.",
  });
  await open(colleague);
  await open(colleague);
  expect(await detail(rig.call(staff, OPEN, openRequest))).toEqual({
    status: 503,
    detail: "This station is already sending as many streams as it can (4). Try again later.",
  });
  await open(staff, `POST /stations/${FIELD}/streams`);
  expect(await detail(rig.call(other, `POST /stations/${FIELD}/streams`, openRequest))).toEqual({
    status: 503,
    detail: "The server is already carrying as many streams as it can. Try again later.",
  });
  expect(received()).toHaveLength(4);
  const opened = await rig.db.selectFrom("streams").select("id").where("station_name", "=", HARBOR).execute();
  for (const { id } of opened) await rig.call(user, `DELETE /stations/${HARBOR}/streams/${id}`);
  expect((await open()).sdp_offer).toBe(OFFER);
});

test("when many streams are opened at once, no more than the limit succeed", async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => rig.call(user, OPEN, openRequest)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(replies.filter(({ status }) => status === 503)).toHaveLength(6);
});

test("a station is never requested to send more streams than it supports", async () => {
  boot++;
  await station.leave();
  station = await rig.station(HARBOR, { boot, handleCommand: signals, capabilities: { streams: 1 } });
  await open();
  expect((await detail(rig.call(colleague, OPEN, openRequest))).detail).toContain("as many streams as it can (1)");
  boot++;
  await station.leave();
  station = await rig.station(HARBOR, { boot, handleCommand: signals, capabilities: { streams: 0 } });
  const none = { status: 503, detail: "This station has no live video." };
  expect(await detail(rig.call(colleague, OPEN, openRequest))).toEqual(none);
  expect(received()).toEqual([]);
});

test("a stream that cannot be opened does not count toward the limits, and the error gives the reason", async () => {
  station.onCommand(() => ({ code: COMMAND_CODES.busy, message: "All encoders are in use." }));
  for (let times = 0; times < 3; times++) {
    const refused = { status: 503, detail: "The station refused: All encoders are in use." };
    expect(await detail(rig.call(user, OPEN, openRequest))).toEqual(refused);
  }
  station.onCommand(signals);
  expect((await open()).sdp_offer).toBe(OFFER);
  const camera = await detail(rig.call(user, OPEN, { body: { cameras: ["cam0", "cam9"] } }));
  expect(camera).toEqual({
    status: 422,
    detail: [{ field: "cameras", message: "This station has no camera cam9." }],
  });
  await station.leave();
  await expect.poll(async () => (await rig.settle(), rig.isUp(HARBOR))).toBe(false);
  const offline = { status: 503, detail: "The station is offline, so no live video is available." };
  expect(await detail(rig.call(colleague, OPEN, openRequest))).toEqual(offline);
});

test("a stream accepts a few candidates, not thousands", async () => {
  const { id } = await open();
  await rig.db.updateTable("streams").set({ candidates: 199 }).where("id", "=", id).execute();
  const [[line, options]] = callsOf(`${HARBOR}/streams/${id}`);
  expect((await rig.call(user, line, options)).status).toBe(204);
  expect((await rig.call(user, line, options)).status).toBe(429);
  const long = { body: { ...candidate, candidate: "x".repeat(5_000) } };
  expect((await rig.call(user, line, long)).status).toBe(422);
});

test("requests with the same idempotency key open one stream, and its credentials are returned once", async () => {
  const headers = { "idempotency-key": "watch 1" };
  expect((await rig.call(user, OPEN, { ...openRequest, headers })).status).toBe(201);
  expect((await rig.call(user, OPEN, { ...openRequest, headers })).status).toBe(409);
  expect(received()).toHaveLength(1);
});

test("opening and closing a stream are recorded in the audit, without its credentials", async () => {
  const { id, turn } = await open();
  await rig.call(user, `DELETE /stations/${HARBOR}/streams/${id}`);
  const rows = await rig.db
    .selectFrom("audit_entries")
    .select(["actor", "action", "target", "after"])
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  const common = { actor: "user@harbor.example", target: `station ${HARBOR}` };
  expect(rows).toEqual([
    { ...common, action: "closeStream", after: { stream: id } },
    { ...common, action: "openStream", after: { cameras: ["cam0"] } },
  ]);
  const stored = JSON.stringify([rows, await rig.db.selectFrom("streams").selectAll().execute()]);
  expect(stored).not.toContain(turn.credential);
});
