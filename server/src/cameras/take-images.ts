import {
  partialSentence,
  visibleCameras,
  type takeImages as takeImagesCall,
  type TakenImage,
} from "@groundcrew/shared/cameras";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { commands } from "@groundcrew/shared/link";
import type { z } from "zod";
import { confirmAnswer, forgetAnswer } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { answer, Problem, type Call } from "../http/index.ts";
import type { CommandResult, Commands } from "../link/index.ts";
import type { Arrivals } from "./arrivals.ts";
import { capabilitiesOf, type Capabilities } from "./capabilities.ts";
import { isTakingImages, planCapture, UPLOAD_MS, type PlannedCapture } from "./plan-capture.ts";
import { arrivedImages, endCapture } from "./upload-queries.ts";

/** How long the caller waits for pictures. */
const WAIT_MS = 8 * SECOND_MS;
/** Pictures may be brought in to another server, of which only the database tells. */
const LOOK_MS = 500;

const OFFLINE = "The station is offline, so it cannot take images.";

export type TakeImagesParts = {
  db: Db;
  commands: Commands;
  arrivals: Arrivals;
  /** Address of the console as stations reach it. */
  publicUrl: () => string;
  now: () => number;
  waitMs?: number;
  underWay: UnderWay;
};

type Outcome = { status: 201 | 202; body: TakenImage[]; headers: Record<string, string | string[]> };

/** The captures that callers of this server are waiting for, by station. */
type UnderWay = Map<string, { lightsOn: boolean; outcome: Promise<Outcome> }>;

/** The cameras of a station, which all take images, and those that are shown to people: only these decide what came of it. */
type Cameras = { all: Capabilities["cameras"]; visible: Capabilities["cameras"] };

type Captured = CommandResult<z.output<typeof commands.capture.output>>;

/**
 * Asks a station for new images and waits a while for them. Images that are late are stored all the same. Who asks for the same while
 * it is under way at this server gets the outcome of that; a station cannot have its lights on and off at once.
 */
export async function takeImages(parts: TakeImagesParts, call: Call<typeof takeImagesCall>): Promise<Outcome> {
  const { station } = call.params;
  const able = await requireAble(parts, call);
  const running = parts.underWay.get(station);
  if (running && running.lightsOn !== call.body.lights_on) throw isTakingImages(running.lightsOn);
  if (running) return running.outcome;
  const outcome = capture(parts, call, able);
  parts.underWay.set(station, { lightsOn: call.body.lights_on, outcome });
  try {
    return await outcome;
  } finally {
    parts.underWay.delete(station);
  }
}

/** The cameras of a station, when it can take images now. */
async function requireAble({ db, commands }: TakeImagesParts, call: Call<typeof takeImagesCall>): Promise<Cameras> {
  const { station } = call.params;
  const able = await capabilitiesOf(db, station, call.scope);
  if (able.cameras.length === 0) throw new Problem(409, "This station has no cameras.");
  if (!commands.isUp(station)) throw new Problem(503, OFFLINE);
  if (!able.commands.includes("capture")) throw new Problem(503, "This station can't take images on demand.");
  return { all: able.cameras, visible: visibleCameras(able.cameras, able.station_type) };
}

async function capture(parts: TakeImagesParts, call: Call<typeof takeImagesCall>, cameras: Cameras): Promise<Outcome> {
  const { db, now, waitMs = WAIT_MS } = parts;
  const planned = await planCapture(db, call, { cameras: cameras.all.map(({ id }) => id), now: now(), waitMs });
  try {
    const taken = await awaitImages(parts, call, { planned, cameras }).finally(() => end(parts, planned));
    if (call.request.onceKey) await confirmAnswer(db, call.request.onceKey);
    return taken.length === cameras.visible.length ? answer(201, taken) : answer(202, taken);
  } catch (error) {
    // What was promised under the key has not come true, so that asking again asks anew.
    if (call.request.onceKey) await forgetAnswer(db, call.request.onceKey);
    throw error;
  }
}

/** A failure here changes nothing about the images: a capture that is not ended counts as running for `waitMs` only. */
async function end({ db, now }: TakeImagesParts, { id }: PlannedCapture): Promise<void> {
  await endCapture(db, id, new Date(now()).toISOString()).catch(() => {});
}

/**
 * The pictures of visible cameras that have arrived when all have, or when the wait is over. Fails when not all of them will. Until the
 * station has finished, it is waited for the pictures of the others as well.
 */
async function awaitImages(
  parts: TakeImagesParts,
  call: Call<typeof takeImagesCall>,
  { planned, cameras }: { planned: PlannedCapture; cameras: Cameras },
): Promise<TakenImage[]> {
  const { db, arrivals, waitMs = WAIT_MS } = parts;
  const question = questionOf(parts, call, planned);
  const signal = arrivals.watch(planned.id);
  let captured: Captured | null = null;
  let isOver = false;
  async function listen(): Promise<void> {
    captured = await parts.commands.send(question);
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
      if (isOver || (isFinished && taken.length === cameras.visible.length)) return taken;
      await signal.wait(LOOK_MS);
    }
  } finally {
    clearTimeout(timer);
    signal.end();
  }
}

function questionOf(
  { publicUrl }: TakeImagesParts,
  { params, body }: Call<typeof takeImagesCall>,
  { tokens }: PlannedCapture,
) {
  const base = publicUrl();
  const uploads = tokens.map(({ camera, token }) => ({ camera, url: `${base}/api/uploads/${token}` }));
  const data = { lights_on: body.lights_on, uploads };
  return { station: params.station, command: commands.capture, data, timeoutMs: UPLOAD_MS };
}

/** Fails when the station has said that as many pictures as are missing will not come; with those that are there. */
function refuseFailed(
  captured: Captured | null,
  { taken, cameras }: { taken: readonly TakenImage[]; cameras: Cameras },
): void {
  if (captured?.kind === "offline") throw new Problem(503, OFFLINE);
  if (captured?.kind === "refused") throw new Problem(503, `The station took no images: ${captured.message}`);
  if (captured?.kind !== "done") return;
  const failed = captured.output.failed.filter(({ camera }) => !isHidden(cameras, camera));
  if (failed.length === 0 || failed.length < cameras.visible.length - taken.length) return;
  const sentence = partialSentence({ taken: taken.length, cameras: cameras.visible, failed });
  throw new Problem(503, sentence, taken.length > 0 ? { partial: taken } : {});
}

function isHidden({ all, visible }: Cameras, camera: string): boolean {
  return all.some(({ id }) => id === camera) && !visible.some(({ id }) => id === camera);
}
