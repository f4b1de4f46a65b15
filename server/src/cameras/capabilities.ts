import { capabilities, type Birth } from "@groundcrew/shared/link";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { Db } from "../platform/db/index.ts";
import { notFound, type Scope } from "../platform/http/index.ts";
import { findCapabilities } from "./queries.ts";

/** The capabilities of a station; empty before its first birth. */
export type Capabilities = Birth["data"]["capabilities"];

/** The capabilities, type and organization of a station in the scope. Throws 404 for any other station. */
export async function capabilitiesOf(
  db: Db,
  station: string,
  scope: Scope,
): Promise<Capabilities & { org_id: number; station_type: StationType }> {
  const found = await findCapabilities(db, station, scope);
  if (found === undefined) throw notFound();
  const reported = found.capabilities === null ? NONE : capabilities.parse(found.capabilities);
  return {
    ...reported,
    cameras: distinctCameras(reported.cameras),
    org_id: found.org_id,
    station_type: found.station_type,
  };
}

/** Cameras with one id are one camera, which is in use if one of them is. Commands, images and streams name cameras by their ids. */
function distinctCameras(cameras: Capabilities["cameras"]): Capabilities["cameras"] {
  const byId = Map.groupBy(cameras, ({ id }) => id);
  return [...byId].flatMap(([, [first, ...others]]) =>
    first ? [{ ...first, in_use: [first, ...others].some(({ in_use }) => in_use) }] : [],
  );
}

const NONE: Capabilities = { cameras: [], streams: 0, commands: [] };
