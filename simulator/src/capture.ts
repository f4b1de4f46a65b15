import type { commands } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { z } from "zod";
import { snapshotOf, type FleetStation, type Machine } from "./model/index.ts";
import { drawStill } from "./camera.ts";
import { done, refuse, type Outcome } from "./outcome.ts";

const UPLOAD_MS = 20 * SECOND_MS;

type Capture = z.output<typeof commands.capture.data>;
type Upload = Capture["uploads"][number];
export type CaptureOptions = {
  station: FleetStation;
  currentMachine: () => Machine;
  progress: (done: number, total: number) => void;
  /** Whether cameras deliver only half of each image. */
  truncatesImages: () => boolean;
};

/** Takes an image with each camera and uploads it to the address that the server gave. */
export async function captureImages({ lights_on, uploads }: Capture, options: CaptureOptions): Promise<Outcome> {
  const { station, currentMachine, progress } = options;
  const usb = snapshotOf(station, currentMachine()).status?.usb_status;
  if (lights_on && !usb?.serial_devices_detected?.hexboard?.detected) {
    return refuse("failed", "The HexBoard was not found, so the lights cannot be switched on.");
  }
  const failed: { camera: string; message: string }[] = [];
  progress(0, uploads.length);
  for (const [index, upload] of uploads.entries()) {
    const isDetected = usb?.cameras?.[upload.camera]?.detected === true;
    const message = isDetected ? await uploadImage(upload, lights_on, options) : "It is not detected on USB.";
    if (message !== null) failed.push({ camera: upload.camera, message });
    progress(index + 1, uploads.length);
  }
  return done({ failed });
}

/** Returns null if the server accepted the image, otherwise a sentence that says what failed. */
async function uploadImage(
  { camera: id, url }: Upload,
  lightsOn: boolean,
  { station, currentMachine, truncatesImages }: CaptureOptions,
): Promise<string | null> {
  const camera = station.cameras.find((one) => one.id === id);
  if (!camera) return "There is no such camera.";
  if (!/^https?:\/\//.test(url)) return "The upload address is not an HTTP address.";
  const image = await drawStill({ station, machine: currentMachine(), camera, lightsOn });
  const body = truncatesImages() ? image.subarray(0, image.length / 2) : image;
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
    return reply.ok ? null : `The server rejected its image (status ${reply.status}).`;
  } catch {
    return "Its image could not be sent to the server.";
  }
}
