import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { appendCrc32, crc32Shift } from "../lib/index.ts";
import { compress, type Encoding } from "./compress.ts";

const runDeflate = promisify(deflateRaw);

/** A part of a response body that can be sent in many bodies and is compressed at most once for each encoding. */
export type BodyPart = {
  bytes: Buffer;
  /** The bytes as they appear in a body with this encoding. */
  encoded: (encoding: Encoding) => Promise<Uint8Array>;
  checksum: () => Checksum;
};

type Checksum = { crc: number; shift: number };

export function bodyPart(text: string): BodyPart {
  const bytes = Buffer.from(text, "utf8");
  const made = new Map<Encoding, Promise<Uint8Array>>();
  let checksum: Checksum | undefined;
  return {
    bytes,
    encoded(encoding) {
      const existing = made.get(encoding) ?? encodePart(bytes, encoding);
      made.set(encoding, existing);
      return existing;
    },
    checksum() {
      checksum ??= { crc: crc32(bytes), shift: crc32Shift(bytes.length) };
      return checksum;
    },
  };
}

/** The pieces of a body made of these parts, in the order in which they are sent. */
export async function joinParts(parts: readonly BodyPart[], encoding: Encoding | undefined): Promise<Uint8Array[]> {
  if (encoding === undefined) return parts.map(({ bytes }) => bytes);
  const encoded = await Promise.all(parts.map((part) => part.encoded(encoding)));
  return encoding === "gzip" ? [GZIP_HEADER, ...encoded, gzipTrailer(parts)] : encoded;
}

/**
 * Zstandard allows several frames in a row. Browsers read only the first of several gzip members, so the parts of a gzip body are one
 * deflate stream: each part starts at a byte boundary and refers to nothing before it (RFC 1951, RFC 1952).
 */
async function encodePart(bytes: Buffer, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === "zstd") return compress(bytes, "zstd");
  return runDeflate(bytes, { level: 1, finishFlush: constants.Z_FULL_FLUSH });
}

/** Deflate, without a name or time, written by an unknown system. */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
/** An empty last block with fixed codes. */
const LAST_BLOCK = [3, 0];

/** Ends the deflate stream, and has the checksum and length of the uncompressed body. */
function gzipTrailer(parts: readonly BodyPart[]): Buffer {
  let crc = 0;
  let length = 0;
  for (const part of parts) {
    const { crc: own, shift } = part.checksum();
    crc = appendCrc32(crc, own, shift);
    length += part.bytes.length;
  }
  const trailer = Buffer.alloc(LAST_BLOCK.length + 8);
  trailer.set(LAST_BLOCK);
  trailer.writeUInt32LE(crc, LAST_BLOCK.length);
  trailer.writeUInt32LE(length % 2 ** 32, LAST_BLOCK.length + 4);
  return trailer;
}
