import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { consoleStatus, systemOverview } from "@groundcrew/shared/system";
import { expect, test } from "vitest";
import { SERVERS } from "./brokers.ts";
import { RECONNECTING } from "./crash-load.ts";
import { embeddedServer } from "./embedded-server.ts";
import { openMosquitto } from "./mosquitto.ts";
import { signIn } from "./writing-person.ts";

test("while the broker is stopped, the console says since when, and what is wrong; afterwards nothing is", async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "mosquitto-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const broker = await openMosquitto(folder);
  onTestFinished(() => broker.kill());
  const opening = embeddedServer({
    MQTT_URL: broker.url(SERVERS.user, encodeURIComponent(SERVERS.password)),
    MQTT_CREDENTIAL_DIR: broker.credentials,
    MQTT_PID_FILE: broker.pidFile,
  });
  await broker.isNotified();
  await broker.start();
  const server = await opening;
  onTestFinished(() => server.stop());
  const call = await signIn(server.url);
  const read = async (path: string): Promise<unknown> => JSON.parse((await call(path)).text);
  const status = async () => consoleStatus.parse(await read("/status"));
  const stateOf = async (wanted: string) => {
    const { checks } = systemOverview.parse(await read("/system"));
    return checks.filter(({ about }) => about === wanted).map(({ state }) => state);
  };
  await expect.poll(async () => (await status()).disconnected_since, RECONNECTING).toBeNull();
  await expect.poll(() => stateOf("credentials"), RECONNECTING).toEqual(["ok"]);
  expect(await stateOf("broker")).toEqual(["ok", "ok"]);

  const before = Date.now();
  await broker.kill();
  await expect.poll(async () => (await status()).disconnected_since, RECONNECTING).not.toBeNull();
  const since = Date.parse((await status()).disconnected_since ?? "");
  expect(since).toBeGreaterThanOrEqual(before - 1_000);
  await expect.poll(() => stateOf("broker"), RECONNECTING).toEqual(["problem", "problem"]);

  await broker.start();
  await expect.poll(async () => (await status()).disconnected_since, RECONNECTING).toBeNull();
  await expect.poll(() => stateOf("broker"), RECONNECTING).toEqual(["ok", "ok"]);
});
