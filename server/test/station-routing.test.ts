import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LOAD_BALANCER_METRICS } from "../../scripts/program-metrics.ts";
import { checkExample, openHaproxy, SERVERS, type Haproxy, type ServerName } from "./haproxy.ts";
import { missingMetrics, valueIn } from "./metrics.ts";
import { openSmallServer, smallStations, type SmallServer } from "./small-server.ts";

const NAMES = Array.from({ length: 300 }, (_, index) => `gc-${String(index).padStart(12, "0")}`);

let folder: string;
let haproxy: Haproxy;
let servers: Record<ServerName, SmallServer>;
const stations = smallStations(() => haproxy.stations);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "routing-"));
  servers = {
    one: await openSmallServer("one"),
    two: await openSmallServer("two"),
    three: await openSmallServer("three"),
  };
  haproxy = await openHaproxy(
    folder,
    SERVERS.map((name) => servers[name].ports),
  );
  await stations.connect(NAMES);
});

afterAll(async () => {
  await stations.end();
  await haproxy.stop();
  await Promise.all(SERVERS.map((name) => servers[name].kill()));
  await rm(folder, { recursive: true, force: true });
});

/** The stations of each server, by the messages that it received. */
const stationsOf = (name: ServerName) => [...servers[name].received].sort();

/** The server that answers a call about a station. */
async function answering(name: string): Promise<string> {
  return (await fetch(`${haproxy.url}/api/stations/${name}/cameras`)).text();
}

test("HAProxy accepts the example without a warning", async () => {
  expect(await checkExample(folder)).toMatch(/^Configuration file is valid\s*$/);
});

test("each station has one server, to which also the calls about it go", async () => {
  const all = SERVERS.map(stationsOf);
  expect(all.flat().sort()).toEqual(NAMES);
  expect(Math.min(...all.map(({ length }) => length))).toBeGreaterThan(50);
  for (const server of SERVERS)
    for (const name of stationsOf(server).slice(0, 10)) expect(await answering(name)).toBe(server);
});

test("a reload ends the connections of stations some seconds later, and each returns to its server", async () => {
  const before = await haproxy.owners();
  expect(before.size).toBe(NAMES.length);
  haproxy.reload();
  await expect.poll(() => stations.closed().length).toBe(NAMES.length);
  await stations.connect(NAMES);
  expect(await haproxy.owners()).toEqual(before);
});

test("what is not MQTT is closed without reaching a server", async () => {
  const socket = connect(haproxy.stations, "127.0.0.1");
  const ended = once(socket, "close");
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: broker\r\n\r\n");
  socket.resume();
  await ended;
  expect(socket.bytesRead).toBe(0);
});

test("HAProxy has the metrics that alert rules and a dashboard name", async () => {
  const metrics = await (await fetch(haproxy.metrics)).text();
  expect(missingMetrics(metrics, LOAD_BALANCER_METRICS)).toEqual([]);
  expect(valueIn(metrics, "haproxy_backend_current_sessions", { proxy: "stations" })).toBe(NAMES.length);
  expect(valueIn(metrics, "haproxy_frontend_requests_denied_total", { proxy: "stations" })).toBe(1);
});

test("when a server dies, its stations move, and calls about them with them; when it returns, no station moves until it reconnects", async () => {
  const before = { one: stationsOf("one"), two: stationsOf("two"), three: stationsOf("three") };
  await servers.two.kill();
  await expect.poll(() => haproxy.isUp("two")).toBe(false);
  await expect.poll(() => stations.closed()).toEqual(before.two);
  await stations.connect(before.two);
  expect([...stationsOf("one"), ...stationsOf("three")].sort()).toEqual(NAMES);
  const [moved = ""] = before.two;
  const stand = servers.one.received.has(moved) ? "one" : "three";
  expect(await answering(moved)).toBe(stand);

  await servers.two.restart();
  await expect.poll(() => haproxy.isUp("two")).toBe(true);
  await expect.poll(() => haproxy.isUp("two", "console")).toBe(true);
  expect(stations.closed()).toEqual([]);
  expect(await answering(moved)).toBe(stand);
  await stations.end(before.two);
  await stations.connect(before.two);
  expect(stationsOf("two")).toEqual(before.two);
  expect(await answering(moved)).toBe("two");
});

test("a server that is not ready gets no calls and keeps its stations; without a ready one, calls are still answered", async () => {
  servers.one.isReady = false;
  await expect.poll(() => haproxy.isUp("one", "console")).toBe(false);
  const answers = await Promise.all(Array.from({ length: 6 }, async () => (await fetch(`${haproxy.url}/`)).text()));
  expect(new Set(answers)).toEqual(new Set(["two", "three"]));
  for (const name of SERVERS) servers[name].isReady = false;
  await expect.poll(() => haproxy.isUp("two", "console")).toBe(false);
  await expect.poll(() => haproxy.isUp("three", "console")).toBe(false);
  expect((await fetch(`${haproxy.url}/`)).status).toBe(200);
  expect(stations.closed()).toEqual([]);
});
