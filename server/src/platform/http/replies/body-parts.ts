import { constants, crc32, deflateRawSync, inflateRawSync, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { appendCrc32, crc32Shift, turns } from "../../lib/index.ts";
import type { Encoding } from "./compress.ts";

/**
 * A part of a response body that can be sent in many bodies and is compressed at most once for each encoding. Once it is compressed, only
 * that is kept: the text of a large fleet's list takes tens of megabytes, and nearly all clients accept the same encoding.
 */
export type BodyPart = {
  /** The number of its bytes without an encoding. */
  length: number;
  bytes: () => Buffer;
  /** The bytes as they appear in a body with this encoding. */
  encoded: (encoding: Encoding) => Uint8Array;
  checksum: () => Checksum;
};

type Checksum = { crc: number; shift: number };

export function bodyPart(text: string): BodyPart {
  let bytes = always(Buffer.from(text, "utf8"));
  const { length } = bytes();
  const made = new Map<Encoding, Uint8Array>();
  let checksum: Checksum | undefined;

  function checksumOf(plain: Buffer): Checksum {
    checksum ??= { crc: crc32(plain), shift: crc32Shift(length) };
    return checksum;
  }

  return {
    length,
    bytes: () => bytes(),
    encoded(encoding) {
      const known = made.get(encoding);
      if (known) return known;
      const plain = bytes();
      // A gzip body needs it, and here the bytes are at hand.
      if (encoding === "gzip") checksumOf(plain);
      const encoded = encodePart(plain, encoding);
      made.set(encoding, encoded);
      bytes = () => decodePart(encoded, encoding);
      return encoded;
    },
    checksum: () => checksum ?? checksumOf(bytes()),
  };
}

/** Not a variable of `bodyPart`, whose functions would keep the bytes in memory. */
function always(bytes: Buffer): () => Buffer {
  return () => bytes;
}

/** The pieces of a body made of these parts, in the order in which they are sent. */
export async function joinParts(parts: readonly BodyPart[], encoding: Encoding | undefined): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  const nextTurn = turns();
  for (const part of parts) {
    // The bytes of a part that was compressed before are decompressed.
    pieces.push(encoding ? part.encoded(encoding) : part.bytes());
    await nextTurn();
  }
  if (encoding !== "gzip") return pieces;
  const gzip = gzipEnd();
  for (const part of parts) gzip.add(part);
  return [GZIP_HEADER, ...pieces, gzip.trailer()];
}

/** Writes the parts of a body whose end is not known yet. */
export function bodyWriter(encoding: Encoding | undefined) {
  const gzip = gzipEnd();
  const isGzip = encoding === "gzip";
  return {
    begin: (): Uint8Array[] => (isGzip ? [GZIP_HEADER] : []),
    part(part: BodyPart): Uint8Array {
      if (isGzip) gzip.add(part);
      return encoding ? part.encoded(encoding) : part.bytes();
    },
    end: (): Uint8Array[] => (isGzip ? [gzip.trailer()] : []),
  };
}

/**
 * Zstandard allows several frames in a row. Browsers read only the first of several gzip members, so the parts of a gzip body are one
 * deflate stream: each part starts at a byte boundary and refers to nothing before it (RFC 1951, RFC 1952).
 *
 * Compresses in the main thread: in another one, a part of usual size costs six times as much CPU.
 */
function encodePart(bytes: Buffer, encoding: Encoding): Uint8Array {
  if (encoding === "gzip") return deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_FULL_FLUSH });
  return zstdCompressSync(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: 1 },
    pledgedSrcSize: bytes.length,
  });
}

function decodePart(encoded: Uint8Array, encoding: Encoding): Buffer {
  if (encoding === "gzip") return inflateRawSync(encoded, { finishFlush: constants.Z_SYNC_FLUSH });
  return zstdDecompressSync(encoded);
}

/** Deflate, without a name or time, written by an unknown system. */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** An empty last block with fixed codes. */
const LAST_BLOCK = [3, 0];

/** Computes the end of a gzip body: the end of the deflate stream, and the checksum and length of the uncompressed body. */
function gzipEnd() {
  let crc = 0;
  let length = 0;
  return {
    add(part: BodyPart): void {
      const { crc: own, shift } = part.checksum();
      crc = appendCrc32(crc, own, shift);
      length += part.length;
    },
    trailer(): Buffer {
      const trailer = Buffer.alloc(LAST_BLOCK.length + 8);
      trailer.set(LAST_BLOCK);
      trailer.writeUInt32LE(crc, LAST_BLOCK.length);
      trailer.writeUInt32LE(length % 2 ** 32, LAST_BLOCK.length + 4);
      return trailer;
    },
  };
}
