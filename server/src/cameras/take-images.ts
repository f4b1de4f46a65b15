import {
  isNotDetected,
  partialSentence,
  visibleCameras,
  type takeImages as takeImagesCall,
  type TakenImage,
} from "@groundcrew/shared/cameras";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { commands } from "@groundcrew/shared/link";
import type { z } from "zod";
import { confirmAnswer, forgetAnswer } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { answer, Problem, type Call } from "../platform/http/index.ts";
import { asyncSignal, type AsyncSignal } from "../platform/lib/index.ts";
import { lastSnapshot } from "../stations/index.ts";
import type { CommandResult, Commands } from "../platform/link/index.ts";
import { capabilitiesOf, type Capabilities } from "./capabilities.ts";
import { isTakingImages, planCapture, UPLOAD_MS, type PlannedCapture } from "./plan-capture.ts";
import { arrivedImages, endCapture } from "./queries.ts";

/** How long the caller waits for images. */
export const WAIT_MS = 8 * SECOND_MS;
/** Images may be uploaded to another server, so the database is polled as well. */
const POLL_MS = 500;

/** Thrown when a station is offline, so that nothing was sent to it. */
export class StationOffline extends Problem {
  constructor() {
    super(503, "The station is offline, so it cannot take images.");
  }
}

export type TakeImagesOptions = {
  db: Db;
  commands: Commands;
  arrivals: CaptureWaiters;
  /** URL of the console for stations. */
  publicUrl: () => string;
  now: () => number;
  waitMs?: number;
  inProgress: CapturesInProgress;
};

type Outcome = { status: 201 | 202; body: TakenImage[]; headers: Record<string, string | string[]> };

/** The captures that callers of this server are waiting for, by station. */
type CapturesInProgress = Map<string, { lightsOn: boolean; outcome: Promise<Outcome> }>;

type CameraList = Capabilities["cameras"];

/**
 * All cameras of a station take images. Only the visible ones, which users see, determine the outcome, and of these only the `expected` ones:
 * those that the station detects, unless it detects none.
 */
type Cameras = { all: CameraList; visible: CameraList; expected: CameraList };

type Captured = CommandResult<z.output<typeof commands.capture.output>>;

/**
 * Requests new images from a station and waits a while for them. Late images are stored as well. A request with the same lights during a
 * capture on this server shares its outcome; one with other lights gets 409.
 */
export async function takeImages(options: TakeImagesOptions, call: Call<typeof takeImagesCall>): Promise<Outcome> {
  const { station } = call.params;
  const able = await requireAble(options, call);
  const running = options.inProgress.get(station);
  if (running && running.lightsOn !== call.body.lights_on) throw isTakingImages(running.lightsOn);
  if (running) return running.outcome;
  const outcome = capture(options, call, able);
  options.inProgress.set(station, { lightsOn: call.body.lights_on, outcome });
  try {
    return await outcome;
  } finally {
    options.inProgress.delete(station);
  }
}

/** The cameras of a station. Throws a `Problem` when it cannot take images now. */
async function requireAble({ db, commands }: TakeImagesOptions, call: Call<typeof takeImagesCall>): Promise<Cameras> {
  const { station } = call.params;
  const able = await capabilitiesOf(db, station, call.scope);
  if (able.cameras.length === 0) throw new Problem(409, "This station has no cameras.");
  if (!commands.isUp(station)) throw new StationOffline();
  if (!able.commands.includes("capture")) throw new Problem(503, "This station can't take images on demand.");
  const visible = visibleCameras(able.cameras, able.station_type);
  const last_telemetry_data = await lastSnapshot(db, station);
  const detected = visible.filter(({ id }) => !isNotDetected({ last_telemetry_data }, id));
  return { all: able.cameras, visible, expected: detected.length > 0 ? detected : visible };
}

async function capture(
  options: TakeImagesOptions,
  call: Call<typeof takeImagesCall>,
  cameras: Cameras,
): Promise<Outcome> {
  const { db, now, waitMs = WAIT_MS } = options;
  const planned = await planCapture(db, call, { cameras: cameras.all.map(({ id }) => id), now: now(), waitMs });
  try {
    const taken = await awaitImages(options, call, { planned, cameras }).finally(() => end(options, planned));
    if (call.request.idempotencyKey) await confirmAnswer(db, call.request.idempotencyKey);
    return lacking(cameras, taken).length === 0 ? answer(201, taken) : answer(202, taken);
  } catch (error) {
    // The capture failed, so the key can be used again.
    if (call.request.idempotencyKey) await forgetAnswer(db, call.request.idempotencyKey);
    throw error;
  }
}

/** A failure is ignored: a capture that was not ended counts as running for `waitMs` only. */
async function end({ db, now }: TakeImagesOptions, { id }: PlannedCapture): Promise<void> {
  await endCapture(db, id, new Date(now()).toISOString()).catch(() => {});
}

/**
 * Waits until all images have arrived, the station has finished, or `waitMs` has passed, and returns those of visible cameras. Throws a
 * `Problem` when some of them will not arrive.
 */
async function awaitImages(
  options: TakeImagesOptions,
  call: Call<typeof takeImagesCall>,
  { planned, cameras }: { planned: PlannedCapture; cameras: Cameras },
): Promise<TakenImage[]> {
  const { db, arrivals, waitMs = WAIT_MS } = options;
  const request = requestOf(options, call, planned);
  const signal = arrivals.watch(planned.id);
  let captured: Captured | null = null;
  let isOver = false;
  async function listen(): Promise<void> {
    captured = await options.commands.send(request);
    signal.notify();
  }
  void listen();
  const timer = setTimeout(() => {
    isOver = true;
    signal.notify();
  }, waitMs);
  try {
    for (;;) {
      const arrived = await arrivedImages(db, planned.id);
      const taken = arrived.filter(({ camera }) => !isHidden(cameras, camera));
      refuseFailed(captured, { taken, cameras });
      const isFinished = arrived.length === planned.tokens.length || captured !== null;
      if (isOver || (isFinished && lacking(cameras, taken).length === 0)) return taken;
      await signal.wait(POLL_MS);
    }
  } finally {
    clearTimeout(timer);
    signal.end();
  }
}

function requestOf(
  { publicUrl }: TakeImagesOptions,
  { params, body }: Call<typeof takeImagesCall>,
  { tokens }: PlannedCapture,
) {
  const base = publicUrl();
  const uploads = tokens.map(({ camera, token }) => ({ camera, url: `${base}/api/uploads/${token}` }));
  const data = { lights_on: body.lights_on, uploads };
  return { station: params.station, command: commands.capture, data, timeoutMs: UPLOAD_MS };
}

/** Throws when the station has reported failures for all missing images; `partial` then has those that arrived. */
function refuseFailed(
  captured: Captured | null,
  { taken, cameras }: { taken: readonly TakenImage[]; cameras: Cameras },
): void {
  if (captured?.kind === "offline") throw new StationOffline();
  if (captured?.kind === "refused") throw new Problem(503, `The station took no images: ${captured.message}`);
  if (captured?.kind !== "done") return;
  const failed = captured.output.failed.filter(({ camera }) => !isHidden(cameras, camera));
  const missing = lacking(cameras, taken).length;
  if (missing === 0 || failed.filter(({ camera }) => !isLeftOut(cameras, camera)).length < missing) return;
  const sentence = partialSentence({ taken: taken.length, cameras: cameras.visible, failed });
  throw new Problem(503, sentence, taken.length > 0 ? { partial: taken } : {});
}

/** The cameras whose images are still missing. */
function lacking({ expected }: Cameras, taken: readonly TakenImage[]): CameraList {
  return expected.filter(({ id }) => !taken.some(({ camera }) => camera === id));
}

function isHidden({ all, visible }: Cameras, camera: string): boolean {
  return isIn(all, camera) && !isIn(visible, camera);
}

/** Whether the outcome does not depend on a visible camera, because it is not detected. */
function isLeftOut({ visible, expected }: Cameras, camera: string): boolean {
  return isIn(visible, camera) && !isIn(expected, camera);
}

function isIn(cameras: CameraList, camera: string): boolean {
  return cameras.some(({ id }) => id === camera);
}

/** Wakes requests that wait for a capture when one of its images is uploaded to this server. */
export type CaptureWaiters = {
  /** Starts to listen for uploads of a capture. */
  watch(captureId: string): AsyncSignal & { end(): void };
  notify(captureId: string): void;
};

export function newArrivals(): CaptureWaiters {
  const signals = new Map<string, AsyncSignal>();
  return {
    watch(captureId) {
      const signal = asyncSignal();
      signals.set(captureId, signal);
      return { ...signal, end: () => void signals.delete(captureId) };
    },
    notify: (captureId) => signals.get(captureId)?.notify(),
  };
}
