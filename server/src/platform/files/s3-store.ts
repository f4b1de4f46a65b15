import { createHash } from "node:crypto";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { AwsClient } from "aws4fetch";
import { newFileName, requireFileName, type FileStore } from "./file-store.ts";

/** A bucket of an S3-compatible store, and its access key. `endpoint` has no trailing slash. */
export type S3StoreOptions = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10 * SECOND_MS;
/** How often a request that fails on the store's side is retried. */
const RETRIES = 2;

/** Stores files in a bucket, which several servers can share. Reading them needs the access key. */
export function s3Store({ endpoint, bucket, timeoutMs = TIMEOUT_MS, ...key }: S3StoreOptions): FileStore {
  const client = new AwsClient({ ...key, service: "s3", retries: RETRIES });

  /** Sends a request for an object; resolves with status and body. Rejects for a status that is not expected. */
  async function request(name: string, init: RequestInit, expected: readonly number[]): Promise<[number, Uint8Array]> {
    requireFileName(name);
    const url = `${endpoint}/${bucket}/images/${name}`;
    const reply = await client.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(unreached);
    const bytes = new Uint8Array(await reply.arrayBuffer());
    if (expected.includes(reply.status)) return [reply.status, bytes];
    throw new Error(`The image store answered ${init.method} with ${reply.status}${codeIn(bytes)}.`);
  }

  async function get(name: string): Promise<Uint8Array | null> {
    const [status, bytes] = await request(name, { method: "GET" }, [200, 404]);
    if (status === 200) return bytes;
    if (codeIn(bytes) === " (NoSuchBucket)") throw new Error(`The image store has no bucket ${bucket}.`);
    return null;
  }

  async function remove(name: string): Promise<void> {
    await request(name, { method: "DELETE" }, [200, 204, 404]);
  }

  return {
    async put(name, bytes) {
      const body = Buffer.from(bytes);
      const headers = {
        "content-type": "application/octet-stream",
        // The store rejects a body that was changed on its way.
        "x-amz-content-sha256": createHash("sha256").update(body).digest("hex"),
      };
      try {
        await request(name, { method: "PUT", body, headers }, [200]);
      } catch (error) {
        // The file may have been stored although no answer arrived.
        await remove(name).catch(() => undefined);
        throw error;
      }
    },

    get,

    async check() {
      // No file has this name; the store answers 404 only with a valid key.
      await get(newFileName());
    },

    remove,
  };
}

function unreached(error: unknown): never {
  throw new Error(`The image store cannot be reached: ${String(error)}`, { cause: error });
}

/** The error code in a store's answer, in brackets; empty when there is none. */
function codeIn(bytes: Uint8Array): string {
  const [, code] = /<Code>([A-Za-z0-9]{1,100})<\/Code>/.exec(Buffer.from(bytes).toString("utf8")) ?? [];
  return code === undefined ? "" : ` (${code})`;
}
