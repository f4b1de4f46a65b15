import { IMAGE_LIMITS } from "@groundcrew/shared/cameras";
import { SECOND_MS } from "@groundcrew/shared/lib";
import sharp from "sharp";
import { Problem } from "../http/index.ts";
import { limitConcurrency } from "../lib/index.ts";
import { endsWithImage, formatOf } from "./image-end.ts";

const QUALITY = 85;
const DECODE_MS = 10 * SECOND_MS;
/** A large picture takes 64 MB and a second or two while it is decoded, so there are never many at once. */
const limited = limitConcurrency(2);

// Of all that the library can read, such as SVG and PDF, only this is ever asked of it.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * The picture in a file as a JPEG of our own making, upright and without anything that came with it. Refuses with a sentence what is
 * not one still picture and nothing else.
 */
export async function reencodeImage(file: Buffer): Promise<Buffer> {
  const format = formatOf(file);
  if (format === null) throw new Problem(422, "The file is not a JPEG, PNG or WebP picture.");
  if (!endsWithImage(file, format)) throw new Problem(422, "The file does not end where its picture ends.");
  return limited(() => encode(file, format));
}

async function encode(file: Buffer, format: string): Promise<Buffer> {
  // Reads the head alone, so there is nothing to limit yet.
  const head = await sharp(file, { limitInputPixels: false }).metadata().catch(refuseUnreadable);
  const { width, height, pages = 1, format: found } = head;
  if (width * height > IMAGE_LIMITS.pixels) throw new Problem(413, "The picture has more than 16 megapixels.");
  if (found !== format || pages > 1) throw new Problem(422, "The file is not one still picture.");
  return sharp(file, { limitInputPixels: IMAGE_LIMITS.pixels, failOn: "warning" })
    .autoOrient()
    .flatten({ background: "#000000" })
    .toColourspace("srgb")
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: DECODE_MS / SECOND_MS })
    .toBuffer()
    .catch(refuseUnreadable);
}

/** Whatever the library says of a file that it was given whole, it is the file that is at fault. */
function refuseUnreadable(): never {
  throw new Problem(422, "The picture is damaged and cannot be read.");
}
