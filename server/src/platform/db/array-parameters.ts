import { sql, type RawBuilder } from "kysely";

/** A type of values of which a whole array can be passed, by how it is given: a `bigint` as a safe integer, `text` perhaps as UTF-8. */
type ValueOf = { boolean: boolean; bigint: number; text: string | Uint8Array; timestamptz: string };
export type ArrayType = keyof ValueOf;

/**
 * Values as one array parameter in PostgreSQL's binary format, which neither side has to escape or parse: for a thousand snapshots a text
 * would cost ten times as much.
 */
export function arrayOf<T extends ArrayType>(
  type: T,
  values: readonly (ValueOf[T] | null)[],
): RawBuilder<ValueOf[T][]> {
  return sql<ValueOf[T][]>`${encode(codecs[type], values)}::${sql.raw(type)}[]`;
}

/** How values of a type are encoded. `oid` is the object id of the type. */
type Codec<Value> = {
  oid: number;
  sizeOf: (value: Value) => number;
  write: (bytes: Buffer, value: Value, at: number) => void;
};

/** PostgreSQL counts microseconds from the year 2000. */
const EPOCH_MS = Date.UTC(2_000);

const codecs: { [T in ArrayType]: Codec<ValueOf[T]> } = {
  boolean: { oid: 16, sizeOf: () => 1, write: (bytes, value, at) => void bytes.writeUInt8(value ? 1 : 0, at) },
  bigint: { oid: 20, sizeOf: () => 8, write: writeInt64 },
  text: {
    oid: 25,
    sizeOf: (value) => (typeof value === "string" ? Buffer.byteLength(value) : value.length),
    write(bytes, value, at) {
      if (typeof value === "string") bytes.write(value, at);
      else bytes.set(value, at);
    },
  },
  timestamptz: {
    oid: 1184,
    sizeOf: () => 8,
    write: (bytes, value, at) => writeInt64(bytes, (Date.parse(value) - EPOCH_MS) * 1_000, at),
  },
};

const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/** The header is the number of dimensions, whether there may be nulls, the type, and the length and first index of the dimension. */
function encode<Value>({ oid, sizeOf, write }: Codec<Value>, values: readonly (Value | null)[]): Buffer {
  const header = values.length === 0 ? [0, 0, oid] : [1, 1, oid, values.length, 1];
  const sizes = values.map((value) => (value === null ? 0 : sizeOf(value)));
  const bytes = Buffer.allocUnsafe(
    sizes.reduce((sum, size) => sum + LENGTH_BYTES + size, header.length * LENGTH_BYTES),
  );
  let at = 0;
  for (const word of header) at = bytes.writeInt32BE(word, at);
  for (const [index, value] of values.entries()) {
    const size = sizes[index] ?? 0;
    at = bytes.writeInt32BE(value === null ? NULL_LENGTH : size, at);
    if (value !== null) write(bytes, value, at);
    at += size;
  }
  return bytes;
}

function writeInt64(bytes: Buffer, value: number, at: number): void {
  const high = Math.floor(value / 2 ** 32);
  bytes.writeInt32BE(high, at);
  bytes.writeUInt32BE(value - high * 2 ** 32, at + 4);
}
