import type { commands } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { z } from "zod";
import { snapshotOf, type FleetStation, type Machine } from "./model/index.ts";
import { drawStill } from "./camera.ts";
import { done, refuse, type Outcome } from "./outcome.ts";

const UPLOAD_MS = 20 * SECOND_MS;

type Capture = z.output<typeof commands.capture.data>;
type Upload = Capture["uploads"][number];
type Surroundings = {
  station: FleetStation;
  look: () => Machine;
  progress: (done: number, of: number) => void;
  /** Whether cameras deliver only half of each picture. */
  camerasAreHalfDead: () => boolean;
};

/** Takes a picture with each camera and brings it to where the server wants it. */
export async function captureImages({ lights_on, uploads }: Capture, around: Surroundings): Promise<Outcome> {
  const { station, look, progress } = around;
  const usb = snapshotOf(station, look()).status?.usb_status;
  if (lights_on && !usb?.serial_devices_detected?.hexboard?.detected) {
    return refuse("failed", "The HexBoard is not found, so the lights cannot be switched on.");
  }
  const failed: { camera: string; message: string }[] = [];
  progress(0, uploads.length);
  for (const [index, upload] of uploads.entries()) {
    const isThere = usb?.cameras?.[upload.camera]?.detected === true;
    const message = isThere ? await uploadImage(upload, lights_on, around) : "It is not detected on USB.";
    if (message !== null) failed.push({ camera: upload.camera, message });
    progress(index + 1, uploads.length);
  }
  return done({ failed });
}

/** Null once the server has the picture, else a sentence. */
async function uploadImage(
  { camera: id, url }: Upload,
  lightsOn: boolean,
  { station, look, camerasAreHalfDead }: Surroundings,
): Promise<string | null> {
  const camera = station.cameras.find((one) => one.id === id);
  if (!camera) return "There is no such camera.";
  if (!/^https?:\/\//.test(url)) return "Its picture cannot be sent there.";
  const picture = await drawStill({ station, machine: look(), camera, lightsOn });
  const body = camerasAreHalfDead() ? picture.subarray(0, picture.length / 2) : picture;
  const headers = { "content-type": "image/jpeg" };
  try {
    const reply = await fetch(url, {
      method: "PUT",
      body: new Uint8Array(body),
      headers,
      redirect: "error",
      signal: AbortSignal.timeout(UPLOAD_MS),
    });
    await reply.body?.cancel();
    return reply.ok ? null : `The server did not take its picture (status ${reply.status}).`;
  } catch {
    return "Its picture could not be sent to the server.";
  }
}
