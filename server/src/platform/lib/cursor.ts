import type { z } from "zod";

/** A place in a list, as clients pass it back for the next page. */
export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** The place that a cursor names; undefined without one, and for one of another list, which then begins at its start. */
export function readCursor<S extends z.ZodType>(cursor: string | undefined, schema: S): z.output<S> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(Buffer.from(cursor, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}
