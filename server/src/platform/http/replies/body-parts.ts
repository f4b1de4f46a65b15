import {
  constants,
  crc32,
  createDeflateRaw,
  createZstdCompress,
  deflateRawSync,
  zstdCompressSync,
  type DeflateRaw,
  type ZstdCompress,
} from "node:zlib";
import { appendCrc32, crc32Shift, serialQueue } from "../../lib/index.ts";
import type { Encoding } from "./compress.ts";

/** Compressing so few bytes in the main thread takes less than passing them to another one. */
const FEW_BYTES = 4_096;

/**
 * A part of a response body that can be sent in many bodies and is compressed at most once for each encoding. Its text can be forgotten then: that of
 * a large fleet's list takes tens of megabytes, and nearly all clients accept the same encoding.
 */
export class BodyPart {
  /** The number of its bytes without an encoding. */
  readonly length: number;
  #text: Buffer | null;
  readonly #encoded = new Map<Encoding, Uint8Array>();
  readonly #running = new Map<Encoding, Promise<Uint8Array>>();
  #checksum: Checksum | null = null;

  constructor(text: string) {
    this.#text = Buffer.from(text, "utf8");
    this.length = this.#text.length;
  }

  /** Whether it can be sent with this encoding, or without one. */
  has(encoding: Encoding | undefined): boolean {
    return this.#text !== null || (encoding !== undefined && this.#encoded.has(encoding));
  }

  /** The bytes as they appear in a body with this encoding, or without one. */
  bytes(encoding?: Encoding): Uint8Array {
    if (!encoding) return this.#plain();
    return this.#encoded.get(encoding) ?? this.#keep(encoding, compressNow(this.#plain(), encoding));
  }

  /** The same, compressed outside the main thread if there are many. */
  async bytesLater(encoding: Encoding | undefined): Promise<Uint8Array> {
    if (!encoding || this.length <= FEW_BYTES || this.#encoded.has(encoding)) return this.bytes(encoding);
    const running = this.#running.get(encoding) ?? this.#compress(this.#plain(), encoding);
    this.#running.set(encoding, running);
    return running;
  }

  text(): string {
    return this.#plain().toString();
  }

  /** Forgets the text if none of these encodings needs it any more. */
  forgetText(encodings: Iterable<Encoding | undefined>): void {
    for (const encoding of encodings) if (!encoding || !this.#encoded.has(encoding)) return;
    if (this.#running.size === 0) this.#text = null;
  }

  checksum(): Checksum {
    this.#checksum ??= { crc: crc32(this.#plain()), shift: crc32Shift(this.length) };
    return this.#checksum;
  }

  async #compress(text: Buffer, encoding: Encoding): Promise<Uint8Array> {
    try {
      return this.#keep(encoding, await compressors[encoding](text));
    } finally {
      this.#running.delete(encoding);
    }
  }

  #keep(encoding: Encoding, encoded: Uint8Array): Uint8Array {
    this.#encoded.set(encoding, encoded);
    // A body needs it, and the text may be forgotten.
    if (encoding === "gzip") this.checksum();
    return encoded;
  }

  #plain(): Buffer {
    if (this.#text === null) throw new Error("The text of this part was forgotten.");
    return this.#text;
  }
}

type Checksum = { crc: number; shift: number };

/** The pieces of a body made of these parts, in the order in which they are sent. */
export async function joinParts(parts: readonly BodyPart[], encoding: Encoding | undefined): Promise<Uint8Array[]> {
  const pieces = await Promise.all(parts.map((part) => part.bytesLater(encoding)));
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
      return part.bytes(encoding);
    },
    end: (): Uint8Array[] => (isGzip ? [gzip.trailer()] : []),
  };
}

/**
 * Zstandard allows several frames in a row. Browsers read only the first of several gzip members, so the parts of a gzip body are one
 * deflate stream: each part starts at a byte boundary and refers to nothing before it (RFC 1951, RFC 1952).
 */
const GZIP = { level: 1, flush: constants.Z_FULL_FLUSH, finishFlush: constants.Z_FULL_FLUSH };
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, flush: constants.ZSTD_e_end };

function compressNow(text: Buffer, encoding: Encoding): Uint8Array {
  if (encoding === "gzip") return deflateRawSync(text, GZIP);
  return zstdCompressSync(text, { ...ZSTD, pledgedSrcSize: text.length });
}

/** Room for a compressed part of usual size, so that one step of a thread is enough. */
const chunkSize = 32_768;
const compressors = {
  gzip: compressor(() => createDeflateRaw({ ...GZIP, chunkSize })),
  zstd: compressor(() => createZstdCompress({ ...ZSTD, chunkSize })),
} satisfies Record<Encoding, unknown>;

/** Compresses one text after the other in a thread of Node's pool. A stream for each text would take most of the time to open. */
function compressor(open: () => DeflateRaw | ZstdCompress): (text: Buffer) => Promise<Uint8Array> {
  const queue = serialQueue();
  let stream: DeflateRaw | ZstdCompress | null = null;
  let pieces: Buffer[] = [];
  let fail: (error: Error) => void = () => {};
  function opened() {
    if (stream && !stream.destroyed) return stream;
    stream = open();
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    // What is being written fails with it, which its callback does not say of every failure.
    stream.on("error", (error) => fail(error));
    return stream;
  }
  return (text) =>
    queue.run(async () => {
      pieces = [];
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      fail = reject;
      opened().write(text, (error) => (error ? reject(error) : resolve()));
      await promise;
      return Buffer.concat(pieces);
    });
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
