import { z } from "zod";

/**
 * A request body that is handed over as it comes, in pieces of bytes, instead of being read as JSON. Whoever reads it decides how
 * much is too much; what nobody reads is thrown away.
 */
export const rawBody = z
  .custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
    "Send the bytes as they are.",
  )
  .meta({ contentMediaType: "application/octet-stream" });
