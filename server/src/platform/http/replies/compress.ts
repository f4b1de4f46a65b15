import { promisify } from "node:util";
import { constants, gzip, zstdCompress } from "node:zlib";

export type Encoding = "gzip" | "zstd";

/** Smaller bodies are not worth compressing. */
const MIN_BYTES = 4_096;

const runGzip = promisify(gzip);
const runZstd = promisify(zstdCompress);

const BEST_FIRST: readonly Encoding[] = ["zstd", "gzip"];

/** The best of the `supported` encodings that a client accepts for a body of this size; undefined sends it uncompressed. */
export function encodingFor(acceptEncoding: string, bytes: number, supported = BEST_FIRST): Encoding | undefined {
  return bytes < MIN_BYTES ? undefined : acceptedEncoding(acceptEncoding, supported);
}

/** The best of the `supported` encodings that a client accepts, whatever the size of the body. */
export function acceptedEncoding(acceptEncoding: string, supported: readonly Encoding[]): Encoding | undefined {
  const accepted = new Set(
    acceptEncoding
      .split(",")
      .map((entry) => entry.split(";"))
      .filter(([, quality = ""]) => !/^\s*q=0(\.0*)?\s*$/.test(quality))
      .map(([name = ""]) => name.trim().toLowerCase()),
  );
  return supported.find((encoding) => accepted.has(encoding));
}

/** Compresses outside the main thread, at the fastest level because each list is sent only a few times. */
export async function compress(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === "gzip") return runGzip(body, { level: 1 });
  return runZstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}
