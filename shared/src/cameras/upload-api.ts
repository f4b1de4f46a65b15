import { z } from "zod";
import { endpoint, rawBody } from "../contract/index.ts";

/** Largest image that a station may upload, in bytes and in pixels. */
export const IMAGE_LIMITS = { bytes: 10 * 1024 * 1024, pixels: 16_000_000 } as const;

export const uploadImage = endpoint({
  name: "uploadImage",
  summary:
    "Receives one image from a station (JPEG, PNG or WebP, detected from its content, at most 10 MB and 16 megapixels). The address comes with a `capture` command and needs no other credentials; it works once and expires after a minute or two. 404 for any other address.",
  method: "PUT",
  path: "/api/uploads/:token",
  access: "public",
  params: z.object({ token: z.string().max(100) }),
  body: rawBody,
  replies: { 204: z.null() },
  countsAsLoad: false,
});
