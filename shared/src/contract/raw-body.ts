import { z } from "zod";

/**
 * A request body that the handler reads as a stream of bytes instead of JSON. The handler limits its size; what it does not read is
 * discarded.
 */
export const rawBody = z
  .custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
    "Send the bytes as they are.",
  )
  .meta({ contentMediaType: "application/octet-stream" });

/** A reply that is a stream of server-sent events, as bytes. The endpoint's `events` describe their data. */
export const eventStream = z
  .custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  )
  .meta({ contentMediaType: "text/event-stream" });

/** A reply that is a CSV file, as bytes in pieces. */
export const csvFile = z
  .custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  )
  .meta({ contentMediaType: "text/csv" });
