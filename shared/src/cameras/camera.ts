import { z } from "zod";
import { birthCamera } from "../link/index.ts";
import { timestamp } from "../lib/index.ts";
import type { StationType } from "../telemetry/index.ts";

/** A camera of a station (specification, section 3); `in_use` marks the one its flight software looks through. */
export const camera = birthCamera;
export type Camera = z.output<typeof camera>;

/** A picture a camera took: the camera's id, and when the picture arrived. */
export const takenImage = z.object({ camera: z.string(), last_modified: timestamp });
export type TakenImage = z.output<typeof takenImage>;

/** The camera that full atlas stations have inside the charger, and how many cameras such a station has. */
const CHARGER_CAMERA = { name: "camera_charger", amongst: 7 } as const;

/**
 * The cameras of a station to show, the one in use first (specification, section 5, "Cameras"). Of an atlas station with
 * exactly 7 cameras, `camera_charger` is hidden wherever cameras are shown.
 */
export function visibleCameras<C extends Pick<Camera, "name"> & Partial<Pick<Camera, "in_use">>>(
  cameras: readonly C[],
  type: StationType,
): C[] {
  const isHiding = type === "atlas" && cameras.length === CHARGER_CAMERA.amongst;
  const visible = cameras.filter(({ name }) => !isHiding || name !== CHARGER_CAMERA.name);
  return [...visible.filter((of) => of.in_use), ...visible.filter((of) => !of.in_use)];
}
