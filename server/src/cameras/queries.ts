import type { Timestamp } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";

/** An image that a station will upload under a token. */
export type PlannedUpload = { token_hash: Uint8Array; camera_id: string; file: string };

/** Adds a capture with one upload for each camera. */
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

/** Times of a station's captures since a time, latest first; at most `limit`. */
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

/** A station's capture in progress that started after a time; undefined when there is none. */
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

/** Marks a capture as ended. */
export async function endCapture(db: Db, id: string, now: Timestamp): Promise<void> {
  await db.updateTable("captures").set({ ended: now }).where("id", "=", id).execute();
}

/** The images of a capture that have arrived, by camera. */
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

/** Whether a token is unused and not expired. */
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

/** The upload that a token was issued for. */
export type Upload = {
  station: string;
  org_id: number;
  camera: string;
  capture_id: string;
  file: string;
  requested: Timestamp;
};

/** Consumes a token; undefined when it is used, expired or unknown. */
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
    .returning("captures.created as requested")
    .executeTakeFirst();
}

/**
 * Makes an image its camera's latest one, unless the current one was requested later. Returns the file that is no longer used; undefined
 * when there is none.
 */
export async function putImage(
  tx: Db,
  { station: station_name, camera: camera_id, file, requested }: Upload,
  { bytes, now }: { bytes: number; now: Timestamp },
): Promise<string | undefined> {
  const image = { station_name, camera_id, file, bytes, requested, last_modified: now };
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
      existing
        .columns(["station_name", "camera_id"])
        .doUpdateSet(image)
        .where("camera_images.requested", "<=", requested),
    )
    .returning("file")
    .executeTakeFirst();
  return put === undefined ? file : before?.file;
}

/** Files of uploads that expired before a time and are no camera's latest image; at most 1,000, oldest first. */
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

/** Deletes uploads by their files, and captures before a time that have no uploads left. */
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

/** A station's organization, type and reported capabilities, which are null before its first birth; undefined outside the scope. */
export async function findCapabilities(
  db: Db,
  name: string,
  { orgId }: Scope,
): Promise<{ org_id: number; station_type: StationType; capabilities: unknown } | undefined> {
  return db
    .selectFrom("stations")
    .leftJoin("station_states", "station_states.station_name", "stations.name")
    .select(["org_id", "station_type", "capabilities"])
    .where("name", "=", name)
    .$if(orgId !== null, (query) => query.where("org_id", "=", orgId))
    .executeTakeFirst();
}

/** The latest image of a camera: its file, size in bytes, and time of arrival. */
export type CameraImage = { file: string; bytes: number; last_modified: Timestamp };

/** The latest image of a camera of a station in the scope; undefined when there is none. */
export async function findImage(
  db: Db,
  { station, camera }: { station: string; camera: string },
  { orgId }: Scope,
): Promise<CameraImage | undefined> {
  return db
    .selectFrom("camera_images")
    .innerJoin("stations", "stations.name", "camera_images.station_name")
    .select(["file", "bytes", "last_modified"])
    .where("station_name", "=", station)
    .where("camera_id", "=", camera)
    .$if(orgId !== null, (query) => query.where("stations.org_id", "=", orgId))
    .executeTakeFirst();
}
