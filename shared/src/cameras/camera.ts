import { z } from "zod";
import { birthCamera } from "../link/index.ts";
import { timestamp } from "../lib/index.ts";
import type { StationType } from "../telemetry/index.ts";

/** A camera of a station (specification, section 3); `in_use` marks the one that its flight software uses. */
export const camera = birthCamera;
export type Camera = z.output<typeof camera>;

/** An image that a camera took: the camera's id, and when the image arrived. */
export const takenImage = z.object({ camera: z.string(), last_modified: timestamp });
export type TakenImage = z.output<typeof takenImage>;

/** The camera inside the charger of full atlas stations, and how many cameras such a station has. */
const CHARGER_CAMERA = { name: "camera_charger", stationCameras: 7 } as const;

/**
 * A station's visible cameras, the one in use first (specification, section 5, "Cameras"). `camera_charger` is hidden for an atlas station
 * with exactly 7 cameras.
 */
export function visibleCameras<C extends Pick<Camera, "name"> & Partial<Pick<Camera, "in_use">>>(
  cameras: readonly C[],
  type: StationType,
): C[] {
  const hidesChargerCamera = type === "atlas" && cameras.length === CHARGER_CAMERA.stationCameras;
  const visible = cameras.filter(({ name }) => !hidesChargerCamera || name !== CHARGER_CAMERA.name);
  return [...visible.filter((camera) => camera.in_use), ...visible.filter((camera) => !camera.in_use)];
}
