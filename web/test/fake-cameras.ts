import { getCameraImage, headCameraImage, listCameras, type Camera } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { summarize } from "@groundcrew/shared/telemetry";
import { sampleSnapshot } from "../../shared/test/sample-snapshot.ts";
import { drawnImage, onlineStation } from "./fake-console.ts";
import { Rejection, type FakeServer } from "./fake-server.ts";

type Devices = {
  cameras: readonly Camera[];
  /** Ids of cameras that the station does not detect. */
  missing?: readonly string[];
  hasHexboard?: boolean;
};

/** A station that is online and reports what is connected to it. */
export function stationWithDevices(
  { cameras, missing = [], hasHexboard = true }: Devices,
  differences: Partial<Station> = {},
): Station {
  const detected = cameras.map(({ id }) => [id, { detected: !missing.includes(id) }] as const);
  const snapshot = sampleSnapshot();
  const usb_status = {
    cameras: Object.fromEntries(detected),
    all_cameras_detected: missing.length === 0,
    serial_devices_detected: { hexboard: { detected: hasHexboard } },
  };
  const last_telemetry_data = summarize({ ...snapshot, status: { ...snapshot.status, usb_status } });
  return onlineStation({ last_telemetry_data, ...differences });
}

/** Serves cameras, and with the latest image of each; they have none before `take` is called. */
export function serveCameras(server: FakeServer, cameras: readonly Camera[]) {
  const taken = new Map<string, { etag: string; "last-modified": string }>();
  let isFailing = false;

  function check(): void {
    if (isFailing) throw new Rejection(503, "The images can't be read right now.");
  }

  server.on(listCameras, async () => ({ status: 200 as const, body: [...cameras] }));
  server.on(headCameraImage, async ({ params }) => {
    check();
    const headers = taken.get(params.camera);
    if (!headers) return { status: 204 as const, body: null };
    return { status: 200 as const, body: null, headers };
  });
  server.on(getCameraImage, async ({ params }) => {
    check();
    const headers = taken.get(params.camera);
    if (!headers) throw new Rejection(404, "This camera has no image yet.");
    return { status: 200 as const, body: await drawnImage(), headers };
  });
  return {
    /** A new image of each camera arrives. */
    take(): void {
      for (const { id } of cameras) {
        taken.set(id, { etag: `"${id}-${Date.now()}"`, "last-modified": new Date().toUTCString() });
      }
    },
    /** From now on no image can be loaded. */
    fail: () => void (isFailing = true),
    /** Images can be loaded again. */
    recover: () => void (isFailing = false),
  };
}
