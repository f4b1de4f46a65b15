import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../src/platform/config/index.ts";
import { openStationLink, publicUrlOf } from "../src/station-link/index.ts";
import { testDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";

const { db } = await testDatabase();
const log = pino({ level: "silent" });

function open(env: Record<string, string>) {
  const own = <P extends { stop: () => Promise<void> }>(part: P): P => {
    onTestFinished(() => part.stop());
    return part;
  };
  return openStationLink({ config: readConfig(env), db, server: "one", now: Date.now, log, own, startTimeoutMs: 100 });
}

test("a server that writes an external broker's files starts without the broker, and does not report that no connection was rejected", async () => {
  const folder = await mkdtemp(join(tmpdir(), "credentials-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const MQTT_URL = `mqtt://console:a-password@127.0.0.1:${await freePort()}`;
  const { link, rejectedConnections, brokerUrl, brokerPublicUrl } = await open({
    MQTT_URL,
    MQTT_CREDENTIAL_DIR: folder,
  });
  onTestFinished(() => link.stop());
  await link.start();
  expect(link.connected()).toBe(false);
  expect((await readdir(folder)).toSorted()).toEqual(["access", "passwords"]);
  expect(rejectedConnections()).toBeNull();
  expect([brokerUrl(), brokerPublicUrl()]).toEqual([MQTT_URL.replace("console:a-password@", ""), null]);
});

test("a server that writes no files does not start without its external broker", async () => {
  const { link, rejectedConnections } = await open({ MQTT_URL: `mqtt://127.0.0.1:${await freePort()}` });
  onTestFinished(() => link.stop());
  await expect(link.start()).rejects.toThrow(/^The MQTT broker of MQTT_URL cannot be used: .+\.$/);
  expect(rejectedConnections()).toBeNull();
});

test("the embedded broker's rejected connections are listed, and its address has its port", async () => {
  const { link, rejectedConnections, brokerUrl, brokerPublicUrl } = await open({ MQTT_PORT: "0" });
  onTestFinished(() => link.stop());
  await link.start();
  expect([link.connected(), rejectedConnections()]).toEqual([true, []]);
  expect(brokerUrl()).toMatch(/^mqtt:\/\/127\.0\.0\.1:[1-9]\d*$/);
  expect(brokerPublicUrl()).toBe(brokerUrl());
});

const GIVEN = "mqtts://broker.example.com:8883";
const ORIGIN = "https://console.example.com";

test.each([
  { brokerPublicUrl: GIVEN, origin: ORIGIN, host: "0.0.0.0", url: GIVEN },
  { brokerPublicUrl: null, origin: ORIGIN, host: "0.0.0.0", url: null },
  { brokerPublicUrl: null, origin: ORIGIN, host: "10.0.0.7", url: null },
  { brokerPublicUrl: null, origin: ORIGIN, host: "127.0.0.1", url: null },
  { brokerPublicUrl: null, origin: null, host: "127.0.0.1", url: "mqtt://127.0.0.1:1884" },
  { brokerPublicUrl: null, origin: "http://localhost:4000", host: "::1", url: "mqtt://[::1]:1884" },
])("stations reach our own broker on $host for a console at $origin at $url", ({ host, url, ...config }) => {
  expect(publicUrlOf(config, { host, port: 1884 })).toBe(url);
});
