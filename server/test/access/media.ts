import { createHash, randomBytes } from "node:crypto";
import { HOUR_MS } from "@groundcrew/shared/lib";
import sharp from "sharp";
import type { Db } from "../../src/platform/db/index.ts";
import type { FileStore } from "../../src/platform/files/index.ts";
import type { Ids } from "./ids.ts";

export const CAMERA = "cam-1";

/** A small image. */
export const SAMPLE_IMAGE = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
  .jpeg()
  .toBuffer();

/** Adds an image to a customer's station, and a stream that a user of the customer watches. */
export async function addMedia(db: Db, files: FileStore, { station, email, stream }: Ids): Promise<void> {
  const file = randomBytes(16).toString("hex");
  const time = "2026-02-28T10:00:00.000Z";
  await files.put(file, SAMPLE_IMAGE);
  const image = { station_name: station, camera_id: CAMERA, file, bytes: SAMPLE_IMAGE.length };
  await db
    .insertInto("camera_images")
    .values({ ...image, requested: time, last_modified: time })
    .execute();
  const { id: user_id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("streams")
    .values({ id: stream, station_name: station, user_id, opened: time, last_heartbeat: new Date().toISOString() })
    .execute();
}

/** The upload token of one image of a station. */
export async function addUpload(db: Db, station_name: string): Promise<string> {
  const id = randomBytes(16).toString("hex");
  const now = Date.now();
  const created = new Date(now).toISOString();
  await db.insertInto("captures").values({ id, station_name, lights_on: false, created }).execute();
  await db
    .insertInto("image_uploads")
    .values({
      token_hash: createHash("sha256").update(id).digest(),
      capture_id: id,
      camera_id: CAMERA,
      file: randomBytes(16).toString("hex"),
      expires: new Date(now + HOUR_MS).toISOString(),
      arrived: null,
    })
    .execute();
  return id;
}
