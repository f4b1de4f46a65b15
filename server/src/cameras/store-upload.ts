import { IMAGE_LIMITS } from "@groundcrew/shared/cameras";
import { insertAudit, sourceOf } from "../audit/index.ts";
import { inTransaction, type Db } from "../platform/db/index.ts";
import type { FileStore } from "../platform/files/index.ts";
import { notFound, Problem, readBytes, type CallRequest } from "../platform/http/index.ts";
import { limitConcurrency } from "../platform/lib/index.ts";
import type { CaptureWaiters } from "./take-images.ts";
import { reencodeImage } from "./reencode-image.ts";
import { hashToken } from "./plan-capture.ts";
import { isUploadOpen, putImage, useUpload, type Upload } from "./queries.ts";

export type UploadOptions = { db: Db; files: FileStore; arrivals: CaptureWaiters; now: () => number };

/** Stores the image that a token was issued for as its camera's latest one. The body is not read for an invalid token. */
export async function storeUpload(options: UploadOptions, received: UploadRequest): Promise<void> {
  const { db, files, arrivals } = options;
  const hash = hashToken(received.token);
  if (!(await isUploadOpen(db, hash, time(options)))) throw notFound();
  const { upload, old } = await receiving(() => receiveImage(options, hash, received));
  arrivals.notify(upload.capture_id);
  // If this fails, the sweep removes the file later.
  if (old === undefined) return;
  await files.remove(old).catch((error: unknown) => received.request.log.warn({ err: error }, LEFT));
}

type UploadRequest = { token: string; body: AsyncIterable<Uint8Array>; request: CallRequest };

/** Each upload is in memory as a whole, and any number may use one token until one of them is stored. */
const receiving = limitConcurrency(16, { max: 200, full: tooMany });

function tooMany(): Problem {
  const sentence = "Too many images are being uploaded. Try again in a few seconds.";
  return new Problem(503, sentence, { headers: { "retry-after": "5" } });
}

/** Reads and stores an image, unless the token was used while the upload was waiting. */
async function receiveImage(options: UploadOptions, hash: Buffer, { body, request }: UploadRequest) {
  if (!(await isUploadOpen(options.db, hash, time(options)))) throw notFound();
  const image = await reencodeImage(
    await readBytes(body, { limit: IMAGE_LIMITS.bytes, tooLong: "The image has more than 10 MB." }),
  );
  return storing(() => storeImage(options, { hash, image, request }));
}

const LEFT = "an unused image could not be removed";

/** Each upload holds a database connection while its file is stored, so a slow store must not take all of them. */
const storing = limitConcurrency(4);

/** Consumes the token, stores the file and makes it the camera's latest image, in one transaction. */
async function storeImage(
  { db, files, now }: UploadOptions,
  { hash, image, request }: { hash: Buffer; image: Buffer; request: CallRequest },
): Promise<{ upload: Upload; old: string | undefined }> {
  return inTransaction(db, async (tx) => {
    const at = time({ now });
    const upload = await useUpload(tx, hash, at);
    if (!upload) throw notFound();
    await files.put(upload.file, image).catch((error: unknown) => refuseUnstored(error, request));
    const old = await putImage(tx, upload, { bytes: image.length, now: at });
    const { station, org_id: orgId, camera } = upload;
    const principal = { kind: "station", name: station } as const;
    await insertAudit(tx, sourceOf(principal, request), {
      target: `station ${station}`,
      orgId,
      after: { camera, bytes: image.length },
    });
    return { upload, old };
  });
}

function refuseUnstored(error: unknown, { log }: CallRequest): never {
  log.error({ err: error }, "an image could not be stored");
  throw new Problem(503, "The image cannot be stored right now. Try again in a moment.", {
    headers: { "retry-after": "5" },
  });
}

function time({ now }: { now: () => number }): string {
  return new Date(now()).toISOString();
}
