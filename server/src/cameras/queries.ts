import type { Timestamp } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { Db } from "../db/index.ts";
import type { Scope } from "../http/index.ts";

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
