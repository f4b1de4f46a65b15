import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from "node:crypto";
import { byteReader } from "./tar.ts";

/** The first bytes of an encrypted backup. After them: the salt, then the chunks. */
export const MAGIC = Buffer.from("GROUNDCREW ENCRYPTED BACKUP 1\n");
const SALT_BYTES = 16;
const CHUNK_BYTES = 1024 * 1024;
const TAG_BYTES = 16;
/** 64 MiB and about a third of a second for each guess. */
const SCRYPT: ScryptOptions = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const ALGORITHM = "aes-256-gcm";

/**
 * Encrypts a stream in chunks of 1 MiB with AES-256-GCM. The key is derived from the passphrase and a new salt, so that counting the
 * chunks is enough for the nonces. The last chunk is marked as such and authenticated, so that a file cut off after a chunk is noticed.
 */
export async function* encrypt(chunks: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const key = await keyOf(passphrase, salt);
  yield Buffer.concat([MAGIC, salt]);
  const input = byteReader(chunks);
  let chunk = await input.takeUpTo(CHUNK_BYTES);
  for (let number = 0; ; number++) {
    const next = await input.takeUpTo(CHUNK_BYTES);
    const isLast = next.length === 0;
    const cipher = createCipheriv(ALGORITHM, key, nonce(number)).setAAD(Buffer.from([Number(isLast)]));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    if (isLast) return;
    chunk = next;
  }
}

/** Decrypts the output of `encrypt`. Throws a sentence if the passphrase is wrong or the file was changed. */
export async function* decrypt(chunks: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const input = byteReader(chunks);
  await input.take(MAGIC.length);
  const key = await keyOf(passphrase, await input.take(SALT_BYTES));
  let chunk = await input.takeUpTo(CHUNK_BYTES + TAG_BYTES);
  for (let number = 0; ; number++) {
    const next = await input.takeUpTo(CHUNK_BYTES + TAG_BYTES);
    const read = { key, number, isLast: next.length === 0 };
    const bytes = open(chunk, read);
    if (bytes === null) throw new Error(`The backup cannot be decrypted: ${whyNot(chunk, next, read)}.`);
    yield bytes;
    if (read.isLast) return;
    chunk = next;
  }
}

type Opening = { key: Buffer; number: number; isLast: boolean };

/** Null for a chunk that is not as it was encrypted, or has another key. */
function open(chunk: Buffer, { key, number, isLast }: Opening): Buffer | null {
  const end = chunk.length - TAG_BYTES;
  if (end < 0) return null;
  const decipher = createDecipheriv(ALGORITHM, key, nonce(number))
    .setAAD(Buffer.from([Number(isLast)]))
    .setAuthTag(chunk.subarray(end));
  try {
    return Buffer.concat([decipher.update(chunk.subarray(0, end)), decipher.final()]);
  } catch {
    return null;
  }
}

/** The reason why a chunk cannot be decrypted, as far as it can be known. */
function whyNot(chunk: Buffer, next: Buffer, { key, number, isLast }: Opening): string {
  if (isLast && open(chunk, { key, number, isLast: false }) !== null) return "its end is missing";
  const copyAt = Buffer.concat([chunk, next]).indexOf(MAGIC);
  const whole = copyAt < 0 ? null : open(chunk.subarray(0, copyAt), { key, number, isLast: true });
  if (whole !== null) return "the file contains another backup after its end, so it was perhaps copied twice";
  if (number === 0) return "the passphrase is wrong, or the file is damaged";
  return isLast ? "its end is missing or was changed" : `the file was changed after its first ${number} MB`;
}

function nonce(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, 32, SCRYPT, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
