import { createHash } from "node:crypto";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { AwsClient } from "aws4fetch";
import { newFileName, requireFileName, type FileStore } from "./file-store.ts";

/** A bucket of an S3-compatible store, and the key that opens it. `endpoint` ends without a slash. */
export type S3StoreOptions = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10 * SECOND_MS;
/** A request that fails on the store's side is made again, so often. */
const RETRIES = 2;

/** Keeps files in a bucket, so that several servers share them. Only clients with the key may read them. */
export function s3Store({ endpoint, bucket, timeoutMs = TIMEOUT_MS, ...key }: S3StoreOptions): FileStore {
  const client = new AwsClient({ ...key, service: "s3", retries: RETRIES });

  /** Asks for one object; answers with the status and the bytes. A status that is not among those expected fails. */
  async function ask(name: string, init: RequestInit, expected: readonly number[]): Promise<[number, Uint8Array]> {
    requireFileName(name);
    const url = `${endpoint}/${bucket}/images/${name}`;
    const reply = await client.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(unreached);
    const bytes = new Uint8Array(await reply.arrayBuffer());
    if (expected.includes(reply.status)) return [reply.status, bytes];
    throw new Error(`The image store answered ${init.method} with ${reply.status}${codeIn(bytes)}.`);
  }

  async function get(name: string): Promise<Uint8Array | null> {
    const [status, bytes] = await ask(name, { method: "GET" }, [200, 404]);
    if (status === 200) return bytes;
    if (codeIn(bytes) === " (NoSuchBucket)") throw new Error(`The image store has no bucket ${bucket}.`);
    return null;
  }

  async function remove(name: string): Promise<void> {
    await ask(name, { method: "DELETE" }, [200, 204, 404]);
  }

  return {
    async put(name, bytes) {
      const body = Buffer.from(bytes);
      const headers = {
        "content-type": "application/octet-stream",
        // The store refuses what arrives otherwise than it was sent.
        "x-amz-content-sha256": createHash("sha256").update(body).digest("hex"),
      };
      try {
        await ask(name, { method: "PUT", body, headers }, [200]);
      } catch (error) {
        // It may have arrived although the answer did not.
        await remove(name).catch(() => undefined);
        throw error;
      }
    },

    get,

    async check() {
      // Nobody has this name, and only who has the key is told so.
      await get(newFileName());
    },

    remove,
  };
}

function unreached(error: unknown): never {
  throw new Error(`The image store cannot be reached: ${String(error)}`, { cause: error });
}

/** The word by which a store says what was wrong, in brackets; nothing where it says none. */
function codeIn(bytes: Uint8Array): string {
  const [, code] = /<Code>([A-Za-z0-9]{1,100})<\/Code>/.exec(Buffer.from(bytes).toString("utf8")) ?? [];
  return code === undefined ? "" : ` (${code})`;
}
