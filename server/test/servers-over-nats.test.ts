import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { uploadsImages } from "./camera-rig.ts";
import { testDatabase } from "./database.ts";
import { embeddedServer } from "./embedded-server.ts";
import { openEventStream } from "./event-stream.ts";
import { openFakeStation } from "./fake-station.ts";
import { metric } from "./metrics.ts";
import { openNats } from "./nats.ts";
import { sendMessage } from "./station.ts";
import { addStations, envelope, teleOf } from "./stations.ts";
import { cookieOf, signIn } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const RECEIVED = ["groundcrew_nats_messages_total", { direction: "received" }] as const;

test("what a station reports to one server is on the live stream of another, which can send it commands, over NATS", async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "servers-over-nats-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const nats = await openNats(folder);
  onTestFinished(() => nats.kill());
  const SECRET_KEY = "Wq3vN8pXz5Lr1Tb7Ky4Hd9Jm2Sc6Fg0A";
  const open = (name: string) =>
    embeddedServer({ DATABASE_URL, SECRET_KEY, NATS_URL: nats.url, DATA_DIR: join(folder, name) });
  const [owner, other] = [await open("one"), await open("two")];
  onTestFinished(async () => {
    await Promise.all([owner.stop(), other.stop()]);
  });
  const [name = ""] = await addStations(db, 1);
  const station = await openFakeStation(owner.brokerPort, name, {});
  onTestFinished(() => station.leave());
  const cookie = await cookieOf(other.url);
  const list = await fetch(`${other.url}/api/stations`, { headers: { cookie } });
  const stream = await openEventStream(`${other.url}/api/live?after=${list.headers.get("x-as-of")}`, { cookie });
  onTestFinished(() => stream.close());
  const rows = () => JSON.stringify(stream.dataOf("stations").at(-1) ?? {});
  await expect.poll(() => metric("groundcrew_nats_connected")).toBe(1);

  const received = await metric(...RECEIVED);
  await sendMessage(station.client, "tele", teleOf(envelope(1, 2), { swaps_performed: 11, door: "open" }));
  await expect.poll(rows).toContain('"swaps_performed":11');
  expect(rows()).toContain('"door":"open"');
  expect(await metric(...RECEIVED)).toBeGreaterThan(received ?? 0);

  station.onCommand(uploadsImages("red"));
  const call = await signIn(other.url);
  const takeImages = { body: { lights_on: false }, key: "images over NATS" };
  expect(await call(`/stations/${name}/cameras/*/image`, takeImages)).toMatchObject({ status: 201 });
  expect(station.received).toMatchObject([{ name: "capture" }]);

  await nats.kill();
  await expect.poll(() => metric("groundcrew_nats_connected")).toBe(0);
  await sendMessage(station.client, "tele", teleOf(envelope(1, 3), { swaps_performed: 12, door: "closed" }));
  await expect.poll(rows).toContain('"swaps_performed":12');
  const system: unknown = await (await fetch(`${other.url}/api/system`, { headers: { cookie } })).json();
  expect(JSON.stringify(system)).not.toContain(nats.password);
});
