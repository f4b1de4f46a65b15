import type { Connection, PoolClient, Submittable } from "pg";
import { trackConnectionFailure } from "../errors.ts";

/** Runs a `copy … from stdin` with rows in PostgreSQL's text format, the fastest way to insert many of them. */
export type CopyIn = (statement: string, rows: Buffer) => Promise<void>;

/** `client` returns the connection to use, on which nothing else may run at the same time. */
export function copyInto(client: () => PoolClient): CopyIn {
  return async (statement, rows) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    client().query(new Copy({ statement, rows, resolve, reject }));
    await promise.catch((error: unknown) => {
      throw trackConnectionFailure(error);
    });
  };
}

type CopyOptions = { statement: string; rows: Buffer; resolve: () => void; reject: (error: Error) => void };

/** Small enough that PostgreSQL parses the first rows while the last ones are sent. */
const CHUNK_BYTES = 64 * 1024;

/** The methods that `pg` calls on a query while it runs. */
class Copy implements Submittable {
  readonly #options: CopyOptions;

  constructor(options: CopyOptions) {
    this.#options = options;
  }

  /** Sends everything at once: if the statement fails, PostgreSQL ignores the rows. */
  submit({ stream }: Connection): void {
    const { statement, rows } = this.#options;
    stream.cork();
    const send = (type: string, content: Buffer) => {
      stream.write(head(type, content.length));
      stream.write(content);
    };
    send("Q", Buffer.from(`${statement}\0`));
    for (let at = 0; at < rows.length; at += CHUNK_BYTES) send("d", rows.subarray(at, at + CHUNK_BYTES));
    stream.write(head("c", 0));
    stream.uncork();
  }

  handleCopyInResponse(): void {}

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#options.resolve();
  }

  /** Also called when the connection is lost. */
  handleError(error: Error): void {
    this.#options.reject(error);
  }
}

/** The beginning of a message of PostgreSQL's protocol, version 3: its type and its length. */
function head(type: string, bytes: number): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(bytes + 4, 1);
  return head;
}

type Value = string | number | boolean | object | null | undefined;

/** A line in the text format of COPY. Objects are stored as JSON. */
export function copyLine(values: readonly Value[]): string {
  return `${values.map(copyValue).join("\t")}\n`;
}

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPED: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function copyValue(value: Value): string {
  if (value === null || value === undefined) return "\\N";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "object" ? JSON.stringify(value) : value;
  return text.replace(SPECIAL, (character) => ESCAPED[character] ?? character);
}
