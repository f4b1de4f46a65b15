import { DAY_MS } from "@groundcrew/shared/lib";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../src/platform/config/index.ts";
import { testDatabase } from "./database.ts";
import { addOrganization, addStation } from "./stations.ts";
import { Board } from "../src/stations/index.ts";
import { startBackgroundWork } from "../src/start/background-work.ts";

const { db, url: databaseUrl } = await testDatabase();

test("an unavailable image store does not prevent other old data from being removed", async () => {
  const longAgo = new Date(0).toISOString();
  const name = await addStation(db, { name: "gc-000000000001", org_id: await addOrganization(db, "Harbor Air") });
  await db.insertInto("captures").values({ id: "c1", station_name: name, lights_on: true, created: longAgo }).execute();
  const upload = { token_hash: Buffer.alloc(32), capture_id: "c1", camera_id: "cam0", file: "0".repeat(32) };
  await db
    .insertInto("image_uploads")
    .values({ ...upload, expires: longAgo, arrived: null })
    .execute();
  const answered = { principal: "user:1", action: "addStation", key: "k", request_hash: Buffer.alloc(32), status: 201 };
  await db
    .insertInto("idempotency_keys")
    .values({ ...answered, body: null, created: longAgo })
    .execute();

  const requestedFiles: string[] = [];
  const away = async (file: string) => {
    requestedFiles.push(file);
    throw new Error("The image store is away.");
  };
  const working = startBackgroundWork({
    config: readConfig({}),
    db,
    databaseUrl,
    board: new Board(() => 2 * DAY_MS),
    server: "here",
    rejectedConnections: async () => null,
    changes: { report: () => {}, onChange: () => () => {}, stop: async () => {} },
    files: { put: away, get: away, check: () => away("check"), remove: away },
    now: () => 2 * DAY_MS,
    log: pino({ level: "silent" }),
  });
  onTestFinished(() => working.stop());
  await expect.poll(() => db.selectFrom("idempotency_keys").select("key").execute()).toEqual([]);
  await expect.poll(() => requestedFiles).toEqual([upload.file]);
  await working.stop();
  expect(await db.selectFrom("image_uploads").select("file").execute()).toHaveLength(1);
});
