import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { takeImages } from "@groundcrew/shared/cameras";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { change } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import { newFileName } from "../platform/files/index.ts";
import { answer, notFound, Problem, type Call } from "../platform/http/index.ts";
import { lockStation } from "../stations/index.ts";
import { findCaptureInProgress, insertCapture, recentCaptures } from "./queries.ts";

/** Taking images moves hardware, so this limits the captures of a station in a minute, by all users together. */
const MAX_A_MINUTE = 6;
/** How long a station has to upload its images. */
export const UPLOAD_MS = 90 * SECOND_MS;
const TOKEN_BYTES = 32;

/** A stored capture, with the upload token of each camera. */
export type PlannedCapture = { id: string; tokens: { camera: string; token: string }[] };

/**
 * Stores a capture and its audit entry. A request repeated under its idempotency key gets 202 without a new capture; if the server stops
 * before it sends the command, the key expires soon.
 */
export async function planCapture(
  db: Db,
  call: Call<typeof takeImages>,
  { cameras, now, waitMs }: { cameras: readonly string[]; now: number; waitMs: number },
): Promise<PlannedCapture> {
  const station = call.params.station;
  const { lights_on } = call.body;
  const planned = cameras.map((camera) => ({ camera, token: randomBytes(TOKEN_BYTES).toString("base64url") }));
  const id = randomUUID();
  await change(db, call, async (tx) => {
    const locked = await lockStation(tx, station, call.scope);
    if (!locked) throw notFound();
    // Requests on this server have joined its own capture before. One whose server died counts as running for `waitMs`.
    const other = await findCaptureInProgress(tx, station, new Date(now - waitMs).toISOString());
    if (other) throw isTakingImages(other.lights_on);
    await refuseTooMany(tx, station, now);
    const uploads = planned.map(({ camera, token }) => ({
      token_hash: hashToken(token),
      camera_id: camera,
      file: newFileName(),
    }));
    const capture = { id, station_name: station, lights_on, created: new Date(now).toISOString() };
    await insertCapture(tx, capture, { uploads, expires: new Date(now + UPLOAD_MS).toISOString() });
    const audit = { target: `station ${station}`, orgId: locked.org_id, after: { lights_on, cameras } };
    return { answer: answer(202, []), audit, provisional: true };
  });
  return { id, tokens: planned };
}

/** The answer to a request with other lights while the station is taking images. */
export function isTakingImages(lightsOn: boolean): Problem {
  const lights = lightsOn ? "on" : "off";
  return new Problem(409, `The station is taking images with the lights ${lights}. Try again when it has finished.`);
}

/** The stored form of a token. A plain hash is enough for 256 random bits. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

async function refuseTooMany(tx: Db, station: string, now: number): Promise<void> {
  const since = new Date(now - MINUTE_MS).toISOString();
  const recent = await recentCaptures(tx, station, { since, limit: MAX_A_MINUTE });
  const oldest = recent[MAX_A_MINUTE - 1];
  if (oldest === undefined) return;
  const waitS = Math.ceil((Date.parse(oldest) + MINUTE_MS - now) / SECOND_MS);
  throw new Problem(429, `Too many images were requested from this station. Try again in ${waitS} s.`, {
    headers: { "retry-after": String(waitS) },
  });
}
