import { IMAGE_LIMITS } from "@groundcrew/shared/cameras";
import { insertAudit } from "../audit/index.ts";
import { inTransaction, type Db } from "../db/index.ts";
import type { FileStore } from "../files/index.ts";
import { notFound, Problem, type CallRequest } from "../http/index.ts";
import { limitConcurrency } from "../lib/index.ts";
import type { Arrivals } from "./arrivals.ts";
import { reencodeImage } from "./reencode-image.ts";
import { hashToken } from "./plan-capture.ts";
import { isUploadOpen, putImage, useUpload, type Upload } from "./upload-queries.ts";

export type UploadParts = { db: Db; files: FileStore; arrivals: Arrivals; now: () => number };

/** Takes in the picture a token was made for, and shows it from then on. Nothing is read for any other token. */
export async function storeUpload(parts: UploadParts, brought: Brought): Promise<void> {
  const { db, files, arrivals } = parts;
  const hash = hashToken(brought.token);
  if (!(await isUploadOpen(db, hash, time(parts)))) throw notFound();
  const { upload, old } = await taking(() => ingestEvents(parts, hash, brought));
  arrivals.tell(upload.capture_id);
  // Should this fail, the sweep finds the file.
  if (old === undefined) return;
  await files.remove(old).catch((error: unknown) => brought.request.log.warn({ err: error }, LEFT));
}

type Brought = { token: string; body: AsyncIterable<Uint8Array>; request: CallRequest };

/** Each holds its whole file in memory, and any number can be brought under one token until one of them is stored. */
const taking = limitConcurrency(16, { max: 200, full: tooMany });

function tooMany(): Problem {
  const sentence = "Too many images are being brought in right now. Try again in a few seconds.";
  return new Problem(503, sentence, { headers: { "retry-after": "5" } });
}

/** Reads and stores a picture, unless the token was used while others had their turn. */
async function ingestEvents(parts: UploadParts, hash: Buffer, { body, request }: Brought) {
  if (!(await isUploadOpen(parts.db, hash, time(parts)))) throw notFound();
  const picture = await reencodeImage(await readBytes(body, IMAGE_LIMITS.bytes));
  return storing(() => keep(parts, { hash, picture, request }));
}

const LEFT = "an image nobody shows any more could not be removed";

/** Each holds a connection to the database while its file is stored; the others are left for everybody else should the store be slow. */
const storing = limitConcurrency(4);

/** Uses up the token, stores the file and shows it: all of it or nothing. */
async function keep(
  { db, files, now }: UploadParts,
  { hash, picture, request }: { hash: Buffer; picture: Buffer; request: CallRequest },
): Promise<{ upload: Upload; old: string | undefined }> {
  return inTransaction(db, async (tx) => {
    const at = time({ now });
    const upload = await useUpload(tx, hash, at);
    if (!upload) throw notFound();
    await files.put(upload.file, picture).catch((error: unknown) => refuseUnstored(error, request));
    const old = await putImage(tx, upload, { bytes: picture.length, now: at });
    const { station, org_id: orgId, camera } = upload;
    const principal = { kind: "station", name: station } as const;
    const source = { principal, action: request.action, requestId: request.id, ip: request.ip };
    await insertAudit(tx, source, { target: `station ${station}`, orgId, after: { camera, bytes: picture.length } });
    return { upload, old };
  });
}

function refuseUnstored(error: unknown, { log }: CallRequest): never {
  log.error({ err: error }, "an image could not be stored");
  throw new Problem(503, "The image cannot be stored right now. Try again in a moment.", {
    headers: { "retry-after": "5" },
  });
}

/** All bytes of a body. More than `limit` are read to their end but not kept, so that the connection serves the next call. */
async function readBytes(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length <= limit) pieces.push(piece);
    else pieces.length = 0;
  }
  if (length > limit) throw new Problem(413, "The image has more than 10 MB.");
  return Buffer.concat(pieces);
}

function time({ now }: { now: () => number }): string {
  return new Date(now()).toISOString();
}
