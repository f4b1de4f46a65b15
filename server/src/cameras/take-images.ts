import type { takeImages as takeImagesCall, TakenImage } from "@groundcrew/shared/cameras";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { commands } from "@groundcrew/shared/link";
import type { z } from "zod";
import { forgetAnswer } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import { answer, Problem, type Call } from "../http/index.ts";
import type { CommandResult, Commands } from "../link/index.ts";
import type { Arrivals } from "./arrivals.ts";
import { capabilitiesOf } from "./capabilities.ts";
import { planCapture, UPLOAD_MS, type PlannedCapture } from "./plan-capture.ts";
import { arrivedImages } from "./upload-queries.ts";

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
};

type Captured = CommandResult<z.output<typeof commands.capture.output>>;

/** Asks a station for new pictures and waits a while for them. Pictures that are late are taken in all the same. */
export async function takeImages(parts: TakeImagesParts, call: Call<typeof takeImagesCall>) {
  const { db, now } = parts;
  const { station } = call.params;
  const able = await capabilitiesOf(db, station, call.scope);
  const cameras = able.cameras.map(({ id }) => id);
  if (cameras.length === 0) throw new Problem(409, "This station has no cameras.");
  if (!parts.commands.isUp(station)) throw new Problem(503, OFFLINE);
  if (!able.commands.includes("capture")) throw new Problem(503, "This station takes no images on demand.");
  const capture = await planCapture(db, call, { cameras, now: now() });
  try {
    const taken = await awaitImages(parts, call, capture);
    return taken.length === cameras.length ? answer(201, taken) : answer(202, taken);
  } catch (error) {
    // What was promised under the key has not come true, so that asking again asks anew.
    if (call.request.onceKey) await forgetAnswer(db, call.request.onceKey);
    throw error;
  }
}

/** The pictures that have arrived when all have, or when the wait is over. Fails when not all of them will. */
async function awaitImages(
  parts: TakeImagesParts,
  call: Call<typeof takeImagesCall>,
  capture: PlannedCapture,
): Promise<TakenImage[]> {
  const { db, arrivals, waitMs = WAIT_MS } = parts;
  const question = questionOf(parts, call, capture);
  const bell = arrivals.watch(capture.id);
  let captured: Captured | null = null;
  let isOver = false;
  async function listen(): Promise<void> {
    captured = await parts.commands.send(question);
    bell.ring();
  }
  void listen();
  const timer = setTimeout(() => {
    isOver = true;
    bell.ring();
  }, waitMs);
  try {
    for (;;) {
      const taken = await arrivedImages(db, capture.id);
      refuseFailed(captured, { taken, missing: capture.tokens.length - taken.length });
      if (isOver || taken.length === capture.tokens.length) return taken;
      await bell.wait(LOOK_MS);
    }
  } finally {
    clearTimeout(timer);
    bell.end();
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
  { taken, missing }: { taken: readonly TakenImage[]; missing: number },
): void {
  if (captured?.kind === "offline") throw new Problem(503, OFFLINE);
  if (captured?.kind === "refused") throw new Problem(503, `The station took no images: ${captured.message}`);
  if (captured?.kind !== "done" || captured.output.failed.length === 0) return;
  const { failed } = captured.output;
  if (failed.length < missing) return;
  const each = failed.map(({ camera, message }) => `${camera}: ${message}`);
  throw new Problem(503, `Not all images could be taken. ${each.join(" ")}`, { partial: taken });
}
