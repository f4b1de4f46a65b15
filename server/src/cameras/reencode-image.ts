import { IMAGE_LIMITS } from "@groundcrew/shared/cameras";
import { SECOND_MS } from "@groundcrew/shared/lib";
import sharp from "sharp";
import { Problem } from "../http/index.ts";
import { limitConcurrency } from "../lib/index.ts";
import { endsWithImage, formatOf } from "./image-end.ts";

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
