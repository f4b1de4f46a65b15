import { crc32, deflateSync, gzipSync } from "node:zlib";
import { IMAGE_LIMITS } from "@groundcrew/shared/cameras";
import sharp from "sharp";
import { expect, test } from "vitest";
import { Problem } from "../platform/http/index.ts";
import { reencodeImage } from "./reencode-image.ts";

const PAYLOAD = "<script>alert(document.domain)</script>";

/** Two color gradients, which every format reproduces well. */
const raw = Buffer.alloc(64 * 48 * 3);
for (let at = 0; at < raw.length; at += 3) raw.set([(at / 3) % 64, Math.floor(at / 192) * 4, 90], at);
const image = () => sharp(raw, { raw: { width: 64, height: 48, channels: 3 } });
const jpeg = await image().jpeg().toBuffer();
const progressive = await image().jpeg({ progressive: true }).toBuffer();
const png = await image().png().toBuffer();
const webp = await image().webp().toBuffer();
const good = { jpeg, progressive, png, webp };

async function refusal(file: Buffer): Promise<string> {
  try {
    await reencodeImage(file);
  } catch (error) {
    if (error instanceof Problem) return `${error.status} ${error.message}`;
    throw error;
  }
  return "taken";
}

test.each(Object.entries(good))("an image as %s becomes a JPEG of the same size and appearance", async (_, file) => {
  const cleaned = await reencodeImage(file);
  expect(await sharp(cleaned).metadata()).toMatchObject({ format: "jpeg", width: 64, height: 48 });
  const pixels = await sharp(cleaned).raw().toBuffer();
  const off = raw.reduce((sum, value, index) => sum + Math.abs(value - (pixels[index] ?? 0)), 0) / raw.length;
  expect(off).toBeLessThan(6);
});

test("image metadata is not stored: location, comments, profiles, hidden web pages", async () => {
  const exif = { IFD0: { ImageDescription: PAYLOAD }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "47/1 30/1 0/1" } };
  const commented = insert(
    jpeg,
    2,
    Buffer.concat([Buffer.from([0xff, 0xfe, 0, PAYLOAD.length + 2]), Buffer.from(PAYLOAD)]),
  );
  const files = [
    await image()
      .withExif(exif)
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PAYLOAD}</x:xmpmeta>`)
      .jpeg()
      .toBuffer(),
    await image().withExif(exif).withIccProfile("p3").png().toBuffer(),
    commented,
    insert(png, 33, chunk("tEXt", Buffer.from(`Comment\0${PAYLOAD}`))),
  ];
  for (const file of files) {
    const cleaned = await reencodeImage(file);
    const { exif, xmp, icc, comments } = await sharp(cleaned).metadata();
    expect([exif, xmp, icc, comments]).toEqual([undefined, undefined, undefined, undefined]);
    expect(cleaned.includes("script")).toBe(false);
  }
});

test("a rotated image is turned upright, and a transparent one gets a black background", async () => {
  const turned = await image().withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await sharp(await reencodeImage(turned)).metadata()).toMatchObject({ width: 48, height: 64 });
  const clear = sharp({ create: { width: 8, height: 8, channels: 4, background: "#ff000000" } });
  const { channels } = await sharp(await reencodeImage(await clear.png().toBuffer())).stats();
  expect(channels.map(({ mean }) => mean)).toEqual([0, 0, 0]);
});

test("an image with the maximum number of pixels or with trailing zeros is accepted", async () => {
  expect(await refusal(solidPng(4_000, 4_000))).toBe("taken");
  expect(await refusal(Buffer.concat([jpeg, Buffer.alloc(512)]))).toBe("taken");
});

const NO_IMAGE = "422 The file is not a JPEG, PNG or WebP image.";
const NO_END = "422 The file does not end where its image ends.";
const DAMAGED = "422 The image is damaged and cannot be read.";
const TOO_LARGE = "413 The image has more than 16 megapixels.";
const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>${PAYLOAD}</script></svg>`;
const gif = await image().gif().toBuffer();
const moving = sharp([png, await image().negate().png().toBuffer()], { join: { animated: true } });

/** Files that look like an image, are also another format, or become very large when decoded. */
const hostile: [string, Buffer, string][] = [
  ["nothing", Buffer.alloc(0), NO_IMAGE],
  ["zeros", Buffer.alloc(1_000), NO_IMAGE],
  ["text", Buffer.from("not an image"), NO_IMAGE],
  ["a page", Buffer.from(`<!doctype html>${PAYLOAD}`), NO_IMAGE],
  ["an SVG", Buffer.from(svg), NO_IMAGE],
  ["an SVG behind an XML declaration", Buffer.from(`<?xml version="1.0"?>\n${svg}`), NO_IMAGE],
  ["an SVG behind white space", Buffer.from(`\n\n  ${svg}`), NO_IMAGE],
  ["a compressed SVG", gzipSync(svg), NO_IMAGE],
  [
    "an SVG that includes a file",
    Buffer.from(`<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${svg}`),
    NO_IMAGE,
  ],
  ["a GIF", gif, NO_IMAGE],
  ["a GIF that is a script", Buffer.concat([Buffer.from("GIF89a=1;"), Buffer.from(PAYLOAD)]), NO_IMAGE],
  ["a TIFF", await image().tiff().toBuffer(), NO_IMAGE],
  ["an AVIF", await image().avif().toBuffer(), NO_IMAGE],
  ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj<</JS(app.alert(1))>>endobj"), NO_IMAGE],
  ["a program", Buffer.from("\x7fELF\x02\x01\x01"), NO_IMAGE],
  ["a ZIP archive", Buffer.from("PK\x03\x04archive"), NO_IMAGE],
  ["a PostScript program", Buffer.from("%!PS-Adobe-3.0\n(/etc/passwd) run"), NO_IMAGE],
  ["a JPEG with a page before it", Buffer.concat([Buffer.from(PAYLOAD), jpeg]), NO_IMAGE],
  ["a JPEG with a page behind it", Buffer.concat([jpeg, Buffer.from(PAYLOAD)]), NO_END],
  ["a JPEG that is an archive too", Buffer.concat([jpeg, Buffer.from("PK\x03\x04archive")]), NO_END],
  ["a PNG with a program behind it", Buffer.concat([png, Buffer.from("MZ\x90\0")]), NO_END],
  ["a WebP with an SVG behind it", Buffer.concat([webp, Buffer.from(svg)]), NO_END],
  ["two JPEGs in one", Buffer.concat([jpeg, jpeg]), NO_END],
  [
    "the first bytes of a JPEG before a page",
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(PAYLOAD)]),
    NO_END,
  ],
  ["the first bytes of a PNG before a page", Buffer.concat([png.subarray(0, 8), Buffer.from(PAYLOAD)]), NO_END],
  [
    "a WebP that says it is longer",
    Buffer.concat([webp.subarray(0, 4), Buffer.from([255, 255, 255, 0]), webp.subarray(8)]),
    NO_END,
  ],
  ["half a JPEG", jpeg.subarray(0, jpeg.length / 2), NO_END],
  ["half a PNG", png.subarray(0, png.length / 2), NO_END],
  ["a JPEG with nothing between head and end", withoutScanData(jpeg), DAMAGED],
  ["a PNG with a wrong checksum", broken(png, png.indexOf("IDAT") + 10), DAMAGED],
  ["a PNG of 400 megapixels in a few bytes", solidPng(20_000, 20_000), TOO_LARGE],
  ["a PNG of as many pixels as there can be", solidHead(0x7fffffff, 0x7fffffff), DAMAGED],
  ["a PNG a line too large", solidPng(4_000, 4_001), TOO_LARGE],
  ["a JPEG that says it is huge", resizedJpeg(65_500, 65_500), TOO_LARGE],
  ["a WebP of many images", await moving.webp().toBuffer(), "422 The file is not one still image."],
];

test.each(hostile)("%s is rejected", async (_, file, sentence) => {
  expect(await refusal(file)).toBe(sentence);
});

test("the maximum number of pixels is the one in the link's documentation", () => {
  expect(IMAGE_LIMITS.pixels).toBe(4_000 * 4_000);
});

function insert(file: Buffer, at: number, piece: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, at), piece, file.subarray(at)]);
}

function broken(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file);
  for (let index = at; index < at + 8; index++) copy[index] = (copy[index] ?? 0) ^ 0x55;
  return copy;
}

/** A JPEG without the data of its only scan. */
function withoutScanData(file: Buffer): Buffer {
  const scan = file.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([file.subarray(0, scan + 2 + file.readUInt16BE(scan + 2)), Buffer.from([0xff, 0xd9])]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(content.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function headOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // One bit a pixel, grey.
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([png.subarray(0, 8), chunk("IHDR", head)]);
}

/** A black PNG, which compresses to a very small file. */
function solidPng(width: number, height: number): Buffer {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([headOf(width, height), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

/** The same with almost no image data. */
function solidHead(width: number, height: number): Buffer {
  return Buffer.concat([
    headOf(width, height),
    chunk("IDAT", deflateSync(Buffer.alloc(10))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The JPEG with another size in its header. */
function resizedJpeg(width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}
