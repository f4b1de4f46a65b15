import { promisify } from "node:util";
import { constants, gzip, zstdCompress } from "node:zlib";

export type Encoding = "gzip" | "zstd";

/** Below this many bytes compressing costs more than it saves. */
const WORTHWHILE_BYTES = 4_096;

const runGzip = promisify(gzip);
const runZstd = promisify(zstdCompress);

/** The best encoding a client accepts for a body of so many bytes; undefined sends it as it is. */
export function encodingFor(acceptEncoding: string, bytes: number): Encoding | undefined {
  if (bytes < WORTHWHILE_BYTES) return undefined;
  const accepted = new Set(
    acceptEncoding
      .split(",")
      .map((one) => one.split(";"))
      .filter(([, quality = ""]) => !/^\s*q=0(\.0*)?\s*$/.test(quality))
      .map(([name = ""]) => name.trim().toLowerCase()),
  );
  if (accepted.has("zstd")) return "zstd";
  return accepted.has("gzip") ? "gzip" : undefined;
}

/** Compresses away from the main thread, at the quickest level: lists are sent once or a few times each. */
export async function compress(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  if (encoding === "gzip") return runGzip(body, { level: 1 });
  return runZstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}
