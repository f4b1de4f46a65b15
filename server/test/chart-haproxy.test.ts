import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { only, resourcesOf } from "../../scripts/chart-resources.ts";
import { freePort } from "./free-port.ts";
import { checkFile, runHaproxy } from "./haproxy.ts";
import { nameServer, type Zone } from "./name-server.ts";
import { freePorts, openSmallServer, smallStations, type SmallServer } from "./small-server.ts";
import { TEST_CA, TEST_KEY } from "./tls-proxy.ts";

/** The servers of a cluster have one port and different addresses. */
const HOSTS = [1, 2, 3, 4].map((number) => `127.${1 + (process.pid % 250)}.38.${number}`);
const NAMES = Array.from({ length: 100 }, (_, index) => `gc-${String(index).padStart(12, "0")}`);
const BROKERS = "groundcrew-brokers.default.svc.cluster.local";

const addresses = HOSTS.slice(0, 3);
const zone: Zone = { [BROKERS]: { 4: addresses } };

let folder: string;
let rendered: string;
let servers: SmallServer[];
let haproxy: Awaited<ReturnType<typeof runHaproxy>>;
let stationsPort: number;
let opsUrl: string;
const stations = smallStations(() => stationsPort);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chart-haproxy-"));
  rendered = only(resourcesOf("own-brokers"), "ConfigMap").data["haproxy.cfg"] ?? "";
  const ports = await freePorts();
  servers = await Promise.all(HOSTS.map((host) => openSmallServer(host, { host, ports })));
  const { address } = await nameServer(zone);
  const ops = await freePort();
  [stationsPort, opsUrl] = [await freePort(), `http://127.0.0.1:${ops}`];
  const file = join(folder, "haproxy.cfg");
  const configured = rendered
    .replace("parse-resolv-conf", `nameserver test ${address}`)
    .replace(/bind :8883 .*/, `bind 127.0.0.1:${stationsPort}`)
    .replace("bind :8404", `bind 127.0.0.1:${ops}`)
    .replace(`${BROKERS}:1883`, `${BROKERS}:${ports.stations}`)
    .replace("port 9400", `port ${ports.ops}`)
    // A process may open 20,000 files on some machines.
    .replace("maxconn 20000", "maxconn 9000");
  await writeFile(file, configured);
  haproxy = await runHaproxy(file, async () => (await fetch(`${opsUrl}/readyz`)).ok && (await upServers()) === 3);
  await stations.connect(NAMES);
});

afterAll(async () => {
  await stations.end();
  await haproxy.stop();
  await Promise.all(servers.map((server) => server.kill()));
  await rm(folder, { recursive: true, force: true });
});

async function upServers(): Promise<number> {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  return Number(/^haproxy_backend_active_servers\{proxy="stations"\} (\d+)/m.exec(metrics)?.[1]);
}

const stationsOf = (index: number) => [...(servers[index]?.received ?? [])].sort();

test("HAProxy accepts the chart's configuration without a warning, with certificate and key as the secret has them", async () => {
  const tls = join(folder, "tls");
  await mkdir(tls);
  await Promise.all([
    writeFile(join(tls, "stations.pem"), TEST_CA),
    writeFile(join(tls, "stations.pem.key"), TEST_KEY),
  ]);
  expect(await checkFile(folder, rendered.replace("/run/secrets/tls", tls))).toMatch(
    /^Configuration file is valid\s*$/,
  );
});

test("each station has one of the servers that the name of the service has", () => {
  const all = [0, 1, 2].map(stationsOf);
  expect(all.flat().sort()).toEqual(NAMES);
  expect(Math.min(...all.map(({ length }) => length))).toBeGreaterThan(10);
});

test("when a pod is replaced, the new one gets stations, and only those of the old one lose their connections", async () => {
  addresses.push(HOSTS[3] ?? "");
  await expect.poll(upServers).toBe(4);
  expect(stations.closed()).toEqual([]);
  const before = stationsOf(1);
  await servers[1]?.kill();
  addresses.splice(1, 1);
  await expect.poll(() => stations.closed()).toEqual(before);
  await expect.poll(upServers).toBe(3);
  await stations.connect(before);
  expect([0, 2, 3].flatMap(stationsOf).sort()).toEqual(NAMES);
  expect(stationsOf(3).length).toBeGreaterThan(0);
});

test("without a server, HAProxy is not ready, so that stations go to another one, and runs", async () => {
  await Promise.all([0, 2, 3].map(async (index) => servers[index]?.kill()));
  const statuses = async () =>
    Promise.all(["/healthz", "/readyz"].map(async (path) => (await fetch(`${opsUrl}${path}`)).status));
  await expect.poll(statuses).toEqual([200, 503]);
});
