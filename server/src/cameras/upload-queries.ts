import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** A picture a station is to bring in under a token. */
export type PlannedUpload = { token_hash: Uint8Array; camera_id: string; file: string };

/** Adds a capture with one upload a camera. */
export async function insertCapture(
  tx: Db,
  capture: { id: string; station_name: string; lights_on: boolean; created: Timestamp },
  { uploads, expires }: { uploads: readonly PlannedUpload[]; expires: Timestamp },
): Promise<void> {
  await tx.insertInto("captures").values(capture).execute();
  await tx
    .insertInto("image_uploads")
    .values(uploads.map((upload) => ({ ...upload, capture_id: capture.id, expires, arrived: null })))
    .execute();
}

/** When a station was asked for pictures since a time, latest first; at most `limit`. */
export async function recentCaptures(
  tx: Db,
  station: string,
  { since, limit }: { since: Timestamp; limit: number },
): Promise<Timestamp[]> {
  const rows = await tx
    .selectFrom("captures")
    .select("created")
    .where("station_name", "=", station)
    .where("created", ">", since)
    .orderBy("created", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ created }) => created);
}

/** Whether a station has a capture under way that began after a time, and how it is lit; undefined when there is none. */
export async function findCaptureInProgress(
  tx: Db,
  station: string,
  since: Timestamp,
): Promise<{ lights_on: boolean } | undefined> {
  return tx
    .selectFrom("captures")
    .select("lights_on")
    .where("station_name", "=", station)
    .where("created", ">", since)
    .where("ended", "is", null)
    .orderBy("created", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** Notes that nobody waits for a capture any more. */
export async function endCapture(db: Db, id: string, now: Timestamp): Promise<void> {
  await db.updateTable("captures").set({ ended: now }).where("id", "=", id).execute();
}

/** The pictures of a capture that have arrived, by camera. */
export async function arrivedImages(
  db: Db,
  captureId: string,
): Promise<{ camera: string; last_modified: Timestamp }[]> {
  const rows = await db
    .selectFrom("image_uploads")
    .select(["camera_id as camera", "arrived"])
    .where("capture_id", "=", captureId)
    .where("arrived", "is not", null)
    .orderBy("camera_id")
    .execute();
  return rows.flatMap(({ camera, arrived }) => (arrived === null ? [] : [{ camera, last_modified: arrived }]));
}

/** Whether a token may still bring in its picture at a time. */
export async function isUploadOpen(db: Db, tokenHash: Uint8Array, now: Timestamp): Promise<boolean> {
  const row = await db
    .selectFrom("image_uploads")
    .select("file")
    .where("token_hash", "=", tokenHash)
    .where("arrived", "is", null)
    .where("expires", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a token stands for. */
export type Upload = {
  station: string;
  org_id: number;
  camera: string;
  capture_id: string;
  file: string;
  asked: Timestamp;
};

/** Uses up a token, which nobody else can do from then on; undefined when that cannot be done any more. */
export async function useUpload(tx: Db, tokenHash: Uint8Array, now: Timestamp): Promise<Upload | undefined> {
  return tx
    .updateTable("image_uploads")
    .from("captures")
    .innerJoin("stations", "stations.name", "captures.station_name")
    .set({ arrived: now })
    .whereRef("captures.id", "=", "image_uploads.capture_id")
    .where("token_hash", "=", tokenHash)
    .where("arrived", "is", null)
    .where("expires", ">", now)
    .returning(["station_name as station", "org_id", "camera_id as camera", "capture_id", "file"])
    .returning("captures.created as asked")
    .executeTakeFirst();
}

/**
 * Makes a picture the latest of its camera, unless one that was asked for later is there. Answers with the file nobody shows any more;
 * undefined when there is none.
 */
export async function putImage(
  tx: Db,
  { station: station_name, camera: camera_id, file, asked }: Upload,
  { bytes, now }: { bytes: number; now: Timestamp },
): Promise<string | undefined> {
  const image = { station_name, camera_id, file, bytes, asked, last_modified: now };
  const before = await tx
    .selectFrom("camera_images")
    .select("file")
    .where("station_name", "=", station_name)
    .where("camera_id", "=", camera_id)
    .forUpdate()
    .executeTakeFirst();
  const put = await tx
    .insertInto("camera_images")
    .values(image)
    .onConflict((existing) =>
      existing.columns(["station_name", "camera_id"]).doUpdateSet(image).where("camera_images.asked", "<=", asked),
    )
    .returning("file")
    .executeTakeFirst();
  return put === undefined ? file : before?.file;
}

/** Files of uploads that ran out before a time and that no camera shows; at most 1,000. */
export async function forgottenFiles(db: Db, before: Timestamp): Promise<string[]> {
  const rows = await db
    .selectFrom("image_uploads")
    .select("file")
    .where("expires", "<", before)
    .where((upload) =>
      upload.not(
        upload.exists(
          upload.selectFrom("camera_images").select("file").whereRef("camera_images.file", "=", "image_uploads.file"),
        ),
      ),
    )
    .orderBy("expires")
    .limit(1_000)
    .execute();
  return rows.map(({ file }) => file);
}

/** Forgets uploads by their files, and captures of before a time that nothing is left of. */
export async function deleteUploads(db: Db, files: readonly string[], before: Timestamp): Promise<void> {
  await sql`delete from image_uploads where file = any(${files})`.execute(db);
  await db
    .deleteFrom("captures")
    .where("created", "<", before)
    .where((capture) =>
      capture.not(
        capture.exists(
          capture.selectFrom("image_uploads").select("file").whereRef("image_uploads.capture_id", "=", "captures.id"),
        ),
      ),
    )
    .execute();
}
