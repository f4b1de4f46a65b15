import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import {
  addLoad,
  RECONNECTING,
  randomRounds,
  expectEverythingOnce,
  expectNothingLost,
  startLoad,
  untilAdmitted,
} from "./crash-load.ts";
import { uploadsImages } from "./camera-rig.ts";
import { testDatabase } from "./database.ts";
import { openFakeStation } from "./fake-station.ts";
import { SERVERS } from "./brokers.ts";
import { killableServer } from "./killable-server.ts";
import { openMosquitto } from "./mosquitto.ts";
import { openS3Server } from "./s3-server.ts";
import { addStation } from "./stations.ts";
import { signIn } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const { rounds, seed, random } = randomRounds(2);
const CAMERA = "gc-00000000000c";

test(`two servers on one Mosquitto share the work, and when one is killed (seed ${seed}) the other continues without losing messages`, async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "two-servers-"));
  const broker = await openMosquitto(folder);
  const store = await openS3Server(join(folder, "s3"));
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.access;
  const shared = {
    DATABASE_URL,
    MQTT_URL: broker.url(SERVERS.user, encodeURIComponent(SERVERS.password)),
    MQTT_CREDENTIAL_DIR: broker.credentials,
    MQTT_PID_FILE: broker.pidFile,
    SECRET_KEY: "Wq3vN8pXz5Lr1Tb7Ky4Hd9Jm2Sc6Fg0A",
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  const [staying, killed] = ["one", "two"].map((name) => killableServer({ ...shared, DATA_DIR: join(folder, name) }));
  if (!staying || !killed) throw new Error("There are no two servers.");
  onTestFinished(async () => {
    await Promise.all([staying.stop(), killed.stop()]);
    await Promise.all([broker.kill(), store.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  // The broker needs the credential files, which the first server writes before it waits for the broker.
  const starting = staying.start();
  await broker.isNotified();
  await broker.start();
  const address = await starting;
  const other = await killed.start();
  await addLoad(db);
  await untilAdmitted(broker.port);
  const load = await startLoad({ url: address.url, brokerPort: broker.port, seed });
  onTestFinished(() => load.stop());

  for (let round = 0; round < rounds; round++) {
    await after(random.whole(200, 1_500));
    await killed.kill();
    await expectNothingLost(db, load);
    await killed.start();
  }
  await load.finish();
  await expectEverythingOnce(db, load, `${rounds} kills`);

  const { id: org_id } = await db.selectFrom("organizations").select("id").orderBy("id").executeTakeFirstOrThrow();
  await addStation(db, { name: CAMERA, org_id });
  // The broker learns of it a moment later.
  const camera = await vi.waitFor(() => openFakeStation(broker.port, CAMERA, {}), RECONNECTING);
  onTestFinished(() => camera.leave());
  camera.onCommand(async (command) => (command.name === "capture" ? uploadsImages("lime")(command) : {}));
  const [one, two] = [await signIn(address.url), await signIn(other.url)];
  const take = async () => {
    const body = { lights_on: false };
    return (await one(`/stations/${CAMERA}/cameras/*/image`, { body, key: crypto.randomUUID() })).status;
  };
  await expect.poll(take, { ...RECONNECTING, interval: 1_000 }).toBe(201);
  expect((await two(`/stations/${CAMERA}/cameras/cam0/image`)).status).toBe(200);
});
