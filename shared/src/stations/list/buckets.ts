import { z } from "zod";
import { namesHash } from "./volatile.ts";

/** The most buckets, whose hashes take 4 KB: the line of a request must fit into the 8 KB that proxies usually accept. */
const MAX_BUCKETS = 1_024;
/** Stations in a bucket on average, if there are not more stations than fit. */
const BUCKET_STATIONS = 4;
/** Characters of a bucket's hash in base64url. They have 24 bits. */
const HASH_LENGTH = 4;

/** The fields by which two rows are the same. */
type Revised = { name: string; rev: number };

/**
 * Hashes of a client's rows in buckets by name, from which the server finds those that differ from its own. The number of buckets, a power
 * of two, follows from the length.
 */
export const bucketHashes = z
  .string()
  .regex(/^[\w-]*$/)
  .refine((text) => {
    const count = text.length / HASH_LENGTH;
    return count >= 1 && count <= MAX_BUCKETS && Number.isInteger(Math.log2(count));
  }, "Give the hashes of 1, 2, 4 and so on up to 1024 buckets.");

/**
 * Which buckets of a client's list were not the server's. The reply has all rows of these buckets, so any other that the client has in them
 * is not in the list any more.
 */
export const replacedBuckets = z.object({
  buckets: z.object({ count: z.int().min(1).max(MAX_BUCKETS), replaced: z.array(z.int().nonnegative()) }),
});
export type ReplacedBuckets = z.output<typeof replacedBuckets>;

/** The bucket of a station, from 0, if there are `count`. */
export function bucketOf(name: string, count: number): number {
  return bucketIn(namesHash([name]), count);
}

/** The upper half of a product depends on all bits of the hash. */
function bucketIn(nameHash: number, count: number): number {
  return (Math.imul(nameHash, 0x9e3779b1) >>> 16) & (count - 1);
}

/** The hashes of a list's buckets; their number follows from the length of the list unless it is given. */
export function hashBuckets(rows: readonly Revised[], count = countFor(rows.length)): string {
  return written(hashesOf(rows, count));
}

function countFor(stations: number): number {
  const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, stations / BUCKET_STATIONS)));
  return Math.min(MAX_BUCKETS, wanted);
}

/** The number of buckets that have these hashes. */
export function bucketCount(hashes: string): number {
  return hashes.length / HASH_LENGTH;
}

/** The buckets in which a list differs from that of a client, from the hashes of both in as many buckets, and their number. */
export function differingBuckets(own: string, hashes: string): ReplacedBuckets["buckets"] {
  const count = bucketCount(hashes);
  const hashAt = (text: string, bucket: number) => text.slice(bucket * HASH_LENGTH, (bucket + 1) * HASH_LENGTH);
  const replaced = Array.from({ length: count }, (_, bucket) => bucket).filter(
    (bucket) => hashAt(own, bucket) !== hashAt(hashes, bucket),
  );
  return { count, replaced };
}

/** Revisions have 48 bits, of which the operators for bits see 32. */
function hashesOf(rows: readonly Revised[], count: number): Int32Array {
  const hashes = new Int32Array(count);
  for (const { name, rev } of rows) {
    const nameHash = namesHash([name]);
    const bucket = bucketIn(nameHash, count);
    const mixed = Math.imul(rev, 0x9e3779b1) ^ Math.floor(rev / 2 ** 32) ^ nameHash;
    hashes[bucket] = (hashes[bucket] ?? 0) ^ Math.imul(mixed, 0x85ebca6b);
  }
  return hashes;
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The upper 24 bits of each hash, in base64url. */
function written(hashes: Int32Array): string {
  let text = "";
  for (const hash of hashes) for (const shift of [26, 20, 14, 8]) text += DIGITS[(hash >>> shift) & 63] ?? "";
  return text;
}
