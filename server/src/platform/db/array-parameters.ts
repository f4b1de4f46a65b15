import { sql, type RawBuilder } from "kysely";

const LENGTH_BYTES = 4;
/** The object id of the type `text`. */
const TEXT = 25;

/**
 * Texts, perhaps as UTF-8, as one array parameter in PostgreSQL's binary format, which neither side has to escape or parse: for a thousand
 * snapshots a text would cost ten times as much.
 */
export function textArray(values: readonly (string | Uint8Array)[]): RawBuilder<string[]> {
  return sql<string[]>`${encode(values)}::text[]`;
}

/** The header is the number of dimensions, whether there may be nulls, the type, and the length and first index of the dimension. */
function encode(values: readonly (string | Uint8Array)[]): Buffer {
  const header = values.length === 0 ? [0, 0, TEXT] : [1, 0, TEXT, values.length, 1];
  const texts = values.map((value) => (typeof value === "string" ? Buffer.from(value) : value));
  const size = texts.reduce((sum, { length }) => sum + LENGTH_BYTES + length, header.length * LENGTH_BYTES);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const word of header) at = bytes.writeInt32BE(word, at);
  for (const text of texts) {
    at = bytes.writeInt32BE(text.length, at);
    bytes.set(text, at);
    at += text.length;
  }
  return bytes;
}
