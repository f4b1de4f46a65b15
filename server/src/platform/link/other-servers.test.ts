import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands as known, topicOf } from "@groundcrew/shared/link";
import { connect } from "@nats-io/transport-node";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openFakeStation } from "../../../test/fake-station.ts";
import { openNats, type TestNats } from "../../../test/nats.ts";
import { closeOf, connectStation, sendMessage } from "../../../test/station.ts";
import { openBus } from "../bus/index.ts";
import { openCommands } from "./commands.ts";
import { embeddedLink } from "./embedded-link.ts";
import { mergeRejections, otherServers, type Rejections } from "./other-servers.ts";

const STATION = "gc-00000000000a";
const UNKNOWN = "gc-00000000000b";
const PREFIX = "groundcrew.test";
const NOW = Date.parse("2026-12-01T10:00:00Z");
const log = pino({ level: "silent" });

let folder: string;
let nats: TestNats;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nats-"));
  nats = await openNats(folder);
});

afterAll(async () => {
  await nats.kill();
  await rm(folder, { recursive: true, force: true });
});

/** A server with a broker of its own, which takes itself for one of `servers`. */
async function openServer(server: string, { servers = 2 } = {}) {
  const link = embeddedLink({
    host: "127.0.0.1",
    port: 0,
    authenticate: async (name) => (name === STATION ? { verdict: "accepted", epoch: 1 } : { verdict: "unknown" }),
    now: () => NOW,
    log,
  });
  link.handle("birth", ({ station, payload }) => {
    const { id } = JSON.parse(Buffer.from(payload).toString());
    const output = { server_time: NOW, telemetry_min_s: 10, telemetry_max_s: 60, boot: 1 };
    const ack = { v: 1, id, code: 0, message: "", output };
    void link.publish(topicOf(station, "birth_ack"), JSON.stringify(ack));
  });
  const bus = openBus({ urls: nats.url, name: server, prefix: PREFIX, log });
  const others = otherServers(bus, () => servers - 1);
  const commands = openCommands({ link, server, isUp: () => true, others, now: () => NOW });
  const rejections = async (): Promise<Rejections> => ({
    connections: link.rejectedConnections(),
    messages: link.reader.invalidMessages(),
  });
  await link.start();
  others.serve({ ...link, rejections });
  await expect.poll(bus.isConnected).toBe(true);
  onTestFinished(async () => {
    await commands.stop();
    await link.stop();
    await bus.stop();
  });
  const ping = (timeoutMs = 60_000) => commands.send({ station: STATION, command: known.ping, data: {}, timeoutMs });
  return { link, bus, others, rejections, ping };
}

test("a command reaches a station at another server once, with its progress and its answer", async () => {
  const [here, there] = [await openServer("here"), await openServer("there")];
  const station = await openFakeStation(there.link.port(), STATION, {});
  onTestFinished(() => station.leave());
  station.onCommand(async ({ id, instance }) => {
    await sendMessage(station.client, "cmd_progress", { v: 1, id, instance, data: { done: 1, of: 2 } });
    return { output: null };
  });
  expect(await here.ping()).toEqual({ kind: "done", output: null });
  expect(await there.ping()).toEqual({ kind: "done", output: null });
  expect(station.received.map(({ instance }) => instance)).toEqual(["here", "there"]);
  station.onCommand(() => ({ code: 3, message: "Not now." }));
  expect(await here.ping()).toEqual({ kind: "refused", code: 3, message: "Not now." });
});

test("a station that is connected nowhere is offline", async () => {
  const [here] = [await openServer("here"), await openServer("there")];
  expect(await here.ping()).toEqual({ kind: "offline" });
});

test("a server that is alone asks nobody", async () => {
  const [here, there] = [await openServer("here", { servers: 1 }), await openServer("there")];
  const station = await openFakeStation(there.link.port(), STATION, {});
  onTestFinished(() => station.leave());
  expect(await here.ping()).toEqual({ kind: "offline" });
  expect(station.received).toEqual([]);
});

test("a command that a server may have sent without a reply is not offline, so that nothing is sent twice", async () => {
  const [here] = [await openServer("here", { servers: 3 }), await openServer("there", { servers: 3 })];
  expect(await here.ping(1_500)).toEqual({ kind: "timeout" });
});

test("without NATS, a station at another server is offline", async () => {
  const [here, there] = [await openServer("here"), await openServer("there")];
  const station = await openFakeStation(there.link.port(), STATION, {});
  onTestFinished(() => station.leave());
  await nats.kill();
  onTestFinished(nats.start);
  await expect.poll(here.bus.isConnected).toBe(false);
  expect(await here.ping()).toEqual({ kind: "offline" });
  expect(await there.ping()).toEqual({ kind: "done", output: null });
});

test("a station that goes out of service is disconnected at another server", async () => {
  const [here, there] = [await openServer("here"), await openServer("there")];
  const station = await openFakeStation(there.link.port(), STATION, {});
  const closed = closeOf(station.client);
  here.others.disconnect(STATION);
  await closed;
  expect(station.client.connected).toBe(false);
  await station.leave();
});

test("a station that goes out of service while NATS is away is disconnected once both servers reach it again", async () => {
  const [here, there] = [await openServer("here"), await openServer("there")];
  const station = await openFakeStation(there.link.port(), STATION, {});
  const closed = closeOf(station.client);
  await nats.kill();
  await expect.poll(() => here.bus.isConnected() || there.bus.isConnected()).toBe(false);
  here.others.disconnect(STATION);
  expect(station.client.connected).toBe(true);
  await nats.start();
  await closed;
  expect(station.client.connected).toBe(false);
  await station.leave();
});

test("a disconnect that NATS had not passed on when it went away is sent again", async () => {
  const [here, there] = [await openServer("here"), await openServer("there")];
  const station = await openFakeStation(there.link.port(), STATION, {});
  const closed = closeOf(station.client);
  nats.signal("SIGSTOP");
  here.others.disconnect(STATION);
  expect(here.bus.isConnected()).toBe(true);
  await nats.kill();
  await nats.start();
  await closed;
  expect(station.client.connected).toBe(false);
  await station.leave();
});

test("what all servers have rejected is one list", async () => {
  const [here, there] = [await openServer("here"), await openServer("there")];
  await expect(connectStation(there.link.port(), UNKNOWN, { reconnectPeriod: 0 })).rejects.toThrow("Not authorized");
  const station = await openFakeStation(there.link.port(), STATION, {});
  onTestFinished(() => station.leave());
  await sendMessage(station.client, "cmd_ack", { v: 2 });
  await expect.poll(() => there.link.reader.invalidMessages().length).toBe(1);
  const all = mergeRejections([await here.rejections(), ...(await here.others.rejections())]);
  expect(all).toEqual(await there.rejections());
  expect(all.connections).toMatchObject([{ station: UNKNOWN, reason: "unknown" }]);
  expect(all.messages).toMatchObject([{ station: STATION, topic: "cmd_ack" }]);
});

test("of a station that several servers have rejected, the latest attempt is listed, latest station first", () => {
  const tried = (station: string, last_tried: string) => {
    return { station, reason: "unknown" as const, first_tried: "2026-12-01T09:00:00Z", last_tried, tries: 1 };
  };
  const [a, b] = ["2026-12-01T09:01:00Z", "2026-12-01T09:02:00Z"];
  const one = { connections: [tried("gc-1", a), tried("gc-2", a)], messages: [] };
  const two = { connections: [tried("gc-1", b)], messages: [] };
  expect(mergeRejections([one, two]).connections).toEqual([tried("gc-1", b), tried("gc-2", a)]);
  expect(mergeRejections([{ connections: null, messages: [] }]).connections).toBeNull();
});

test("what others send over NATS that is no message of a server changes nothing", async () => {
  const [here, there] = [await openServer("here"), await openServer("there")];
  const station = await openFakeStation(there.link.port(), STATION, {});
  onTestFinished(() => station.leave());
  const stranger = await connect({
    servers: new URL(nats.url).host,
    user: "groundcrew",
    pass: nats.password,
    inboxPrefix: PREFIX,
  });
  onTestFinished(() => stranger.close());
  for (const message of [
    "{",
    "null",
    JSON.stringify({ kind: "command", station: STATION, command: { name: "ping" } }),
    JSON.stringify({ kind: "answered", station: STATION, answer: { v: 1, id: "x", instance: "here" } }),
    JSON.stringify({ kind: "other" }),
  ]) {
    stranger.publish(`${PREFIX}.link`, message);
  }
  await stranger.flush();
  expect(await here.ping()).toEqual({ kind: "done", output: null });
  expect(station.received).toHaveLength(1);
});
