import { IMAGE_LIMITS } from "@groundcrew/shared/cameras";
import { SECOND_MS } from "@groundcrew/shared/lib";
import sharp from "sharp";
import { Problem } from "../platform/http/index.ts";
import { limitConcurrency } from "../platform/lib/index.ts";

const QUALITY = 85;
const DECODE_MS = 10 * SECOND_MS;
/** Decoding a large image takes 64 MB and a second or two, so only two are decoded at once. */
const limited = limitConcurrency(2);

// The library could also read other formats, such as SVG and PDF; they are blocked.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes an image and encodes it again as an upright JPEG without metadata. Throws a `Problem` when the file is anything but one still
 * image.
 */
export async function reencodeImage(file: Buffer): Promise<Buffer> {
  const format = formatOf(file);
  if (format === null) throw new Problem(422, "The file is not a JPEG, PNG or WebP image.");
  if (!endsWithImage(file, format)) throw new Problem(422, "The file does not end where its image ends.");
  return limited(() => encode(file, format));
}

async function encode(file: Buffer, format: string): Promise<Buffer> {
  // Reads the header only, so no limit is needed yet.
  const head = await sharp(file, { limitInputPixels: false }).metadata().catch(refuseUnreadable);
  const { width, height, pages = 1, format: found } = head;
  if (width * height > IMAGE_LIMITS.pixels) throw new Problem(413, "The image has more than 16 megapixels.");
  if (found !== format || pages > 1) throw new Problem(422, "The file is not one still image.");
  return sharp(file, { limitInputPixels: IMAGE_LIMITS.pixels, failOn: "warning" })
    .autoOrient()
    .flatten({ background: "#000000" })
    .toColourspace("srgb")
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: DECODE_MS / SECOND_MS })
    .toBuffer()
    .catch(refuseUnreadable);
}

/** Any error of the library means that the file is damaged, because it got all of it. */
function refuseUnreadable(): never {
  throw new Problem(422, "The image is damaged and cannot be read.");
}

/** Formats that stations may send. */
type ImageFormat = "jpeg" | "png" | "webp";

const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The image format by a file's first bytes; null for any other file. */
function formatOf(file: Buffer): ImageFormat | null {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (file.subarray(0, 8).equals(PNG_HEAD)) return "png";
  const isWebp = file.toString("latin1", 0, 4) === "RIFF" && file.toString("latin1", 8, 12) === "WEBP";
  return isWebp ? "webp" : null;
}

/**
 * Whether a file ends where its image ends. A longer file may be something else as well, such as an archive or a web page. Cameras may
 * pad with zeros.
 */
function endsWithImage(file: Buffer, format: ImageFormat): boolean {
  const end = imageEnd(file, format);
  return end !== null && end <= file.length && file.subarray(end).every((byte) => byte === 0);
}

/** The offset at which the image ends; null when there is no end marker. */
function imageEnd(file: Buffer, format: ImageFormat): number | null {
  switch (format) {
    case "jpeg":
      return jpegEnd(file);
    case "png":
      return pngEnd(file);
    case "webp":
      return file.length < 12 ? null : 8 + file.readUInt32LE(4);
  }
}

// Markers of ISO/IEC 10918-1, table B.1.
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

function jpegEnd(file: Buffer): number | null {
  let at = 2;
  while (at + 1 < file.length) {
    if (file[at] !== 0xff) return null;
    const marker = file[at + 1] ?? 0;
    // Any number of these fill bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else if (marker === END_OF_IMAGE) return at + 2;
    else if (isStandalone(marker)) at += 2;
    else {
      if (at + 3 >= file.length) return null;
      at += 2 + file.readUInt16BE(at + 2);
      if (marker === START_OF_SCAN) at = scanEnd(file, at);
    }
  }
  return null;
}

/** The offset of the next marker after compressed data, in which an `ff` is always followed by 0 or a restart marker. */
function scanEnd(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isStandalone(next)) return at;
  }
  return file.length;
}

function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** Chunks of a PNG: length, type, data, checksum. */
function pngEnd(file: Buffer): number | null {
  let at = PNG_HEAD.length;
  while (at + 12 <= file.length) {
    const next = at + 12 + file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IEND") return next;
    at = next;
  }
  return null;
}
