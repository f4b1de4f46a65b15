import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { SERVERS } from "../../test/brokers.ts";
import { openMosquitto } from "../../test/mosquitto.ts";
import { readConfig } from "../platform/config/index.ts";
import { credentialFiles, hashSecret } from "../platform/link/index.ts";
import { checkBroker } from "./check-broker.ts";

const log = pino({ level: "silent" });
const station = { name: "gc-0123456789ab", hash: hashSecret("station secret") };

test("a broker that does not apply the passwords that were written is a problem, until it reads them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mosquitto-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const broker = await openMosquitto(folder);
  const options = { folder: broker.credentials, login: SERVERS, log };
  // Nothing makes the broker reload.
  const silent = credentialFiles({ ...options, pidFile: null });
  await silent.write([]);
  await broker.start();
  onTestFinished(() => broker.kill());
  const config = readConfig({
    MQTT_URL: broker.url(SERVERS.user, encodeURIComponent(SERVERS.password)),
    MQTT_CREDENTIAL_DIR: broker.credentials,
  });
  const states = async () => (await checkBroker(config)).map(({ about, state }) => `${about} ${state}`);
  expect(await states()).toEqual(["broker ok", "credentials ok"]);

  await silent.write([station]);
  // A broker may take a moment.
  expect(await states()).toEqual(["broker ok", "credentials ok"]);
  const earlier = new Date(Date.now() - 60_000);
  await utimes(join(broker.credentials, "passwords"), earlier, earlier);
  expect(await states()).toEqual(["broker ok", "credentials problem"]);

  await credentialFiles({ ...options, pidFile: broker.pidFile }).write([]);
  await utimes(join(broker.credentials, "passwords"), earlier, earlier);
  await expect.poll(states).toEqual(["broker ok", "credentials ok"]);
});

test("a broker that cannot be reached is a problem", async () => {
  const findings = await checkBroker(readConfig({ MQTT_URL: "mqtt://console:secret-word@127.0.0.1:1" }));
  expect(findings).toMatchObject([{ about: "broker", state: "problem" }]);
  expect(findings[0]?.sentence).toContain("nothing answers there");
  expect(findings[0]?.sentence).not.toContain("secret-word");
});
