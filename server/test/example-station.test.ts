import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commands } from "@groundcrew/shared/link";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../src/platform/config/index.ts";
import { startServer } from "../src/main.ts";
import { testDatabase, valuesIn } from "./database.ts";
import { embeddedBroker } from "./brokers.ts";
import { addOrganization, addStation } from "./stations.ts";
import { openTlsProxy, TEST_CA } from "./tls-proxy.ts";
import { signIn } from "./writing-person.ts";

const SCRIPT = fileURLToPath(new URL("../../docs/example-station.mjs", import.meta.url));
const NAME = "gc-00000000000e";

const database = await testDatabase();
const another = await testDatabase();

/** Runs the example station of the documentation in its own process. */
async function runExample(
  broker: string,
  memory: string,
  { output = [], ca }: { output?: string[]; ca?: string } = {},
) {
  const options = [NAME, `secret-of-${NAME}`, broker, memory, ...(ca === undefined ? [] : ["--ca", ca])];
  const child = spawn(process.execPath, [SCRIPT, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.on("data", (chunk) => output.push(String(chunk)));
  const ended = once(child, "close");
  return async () => {
    child.kill("SIGKILL");
    await ended;
  };
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "example-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test("the example station in the documents appears in the console like any other", async () => {
  const DATA_DIR = await folder();
  const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0" };
  const config = readConfig({ ...ports, DATA_DIR, DATABASE_URL: database.url, STATIONS: "0", LOG_LEVEL: "fatal" });
  const system = await startServer(config, () => {}, null);
  onTestFinished(() => system.stop());
  const { id: org_id } = await database.db
    .selectFrom("organizations")
    .select("id")
    .orderBy("id")
    .executeTakeFirstOrThrow();
  await addStation(database.db, { name: NAME, org_id });
  const call = await signIn(system.url);
  const output: string[] = [];
  const end = await runExample(system.brokerUrl, join(DATA_DIR, "memory.json"), { output });
  onTestFinished(end);
  const shown = async () => {
    const [station] = JSON.parse((await call(`/stations?station_name=${NAME}&include_telemetry=true`)).text);
    return station;
  };
  await expect.poll(async () => (await shown())?.last_online_status).toBe(true);
  await expect.poll(async () => JSON.stringify(await shown())).toContain('"internal_temperature":71');
  await expect.poll(async () => (await shown())?.readiness).toMatchObject({ state: "ready", charged: 2 });
  await expect.poll(() => output.join("")).toBe(`${NAME}: Welcome.\n`);
});

test("it connects over TLS with the configured CA, and sends no password without it", async () => {
  const tlsDatabase = await testDatabase();
  await addStation(tlsDatabase.db, { name: NAME, org_id: await addOrganization(tlsDatabase.db, "Harbor Air") });
  const setup = await embeddedBroker(tlsDatabase);
  onTestFinished(() => setup.stop());
  const proxy = await openTlsProxy(setup.port);
  onTestFinished(proxy.close);
  const made = await folder();
  const ca = join(made, "ca.pem");
  await writeFile(ca, TEST_CA);
  const broker = `mqtts://127.0.0.1:${proxy.port}`;

  const outputWithoutCa: string[] = [];
  onTestFinished(await runExample(broker, join(made, "without.json"), { output: outputWithoutCa }));
  await expect.poll(() => outputWithoutCa.join("")).toContain("self-signed certificate");
  expect(setup.servers.flatMap(({ received }) => received)).toEqual([]);

  const output: string[] = [];
  onTestFinished(await runExample(broker, join(made, "with.json"), { output, ca }));
  await expect.poll(() => output.join("")).toBe(`${NAME}: Welcome.\n`);
});

test("it has at most 80 lines, of at most 120 characters", async () => {
  const lines = (await readFile(SCRIPT, "utf8")).trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(80);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(120);
});

test("its events are stored once, also after a restart, and it answers ping only", async () => {
  await addStation(another.db, { name: NAME, org_id: await addOrganization(another.db, "Harbor Air") });
  const setup = await embeddedBroker(another);
  onTestFinished(() => setup.stop());
  const memory = join(await folder(), "memory.json");
  const waiting = async () => JSON.parse(await readFile(memory, "utf8")).outbox.length;
  const [server] = setup.servers;
  if (!server) throw new Error("There is no server.");
  const stored = () => valuesIn(another.db, "station_events", "kind");

  const broker = `mqtt://127.0.0.1:${setup.port}`;
  const kill = await runExample(broker, memory);
  await expect.poll(stored).toEqual(["swap"]);
  await expect.poll(waiting).toBe(0);
  await kill();
  const end = await runExample(broker, memory);
  onTestFinished(end);
  await expect.poll(stored).toEqual(["swap", "swap"]);
  await expect.poll(() => server.isUp(NAME)).toBe(true);

  const options = { station: NAME, timeoutMs: 30_000 };
  const ping = await server.commands.send({ ...options, command: commands.ping, data: {} });
  expect(ping).toEqual({ kind: "done", output: null });
  const close = await server.commands.send({ ...options, command: commands.stream_close, data: { stream: "none" } });
  expect(close).toEqual({ kind: "refused", code: 1, message: "This station supports only ping." });
});
