import { PassThrough } from "node:stream";
import type { Client, Connection, Submittable } from "pg";

/**
 * Runs a `copy … to stdout` and yields its output as it arrives. While the consumer is busy, PostgreSQL waits. Nothing else may run on
 * the connection until the end; a consumer that stops earlier must end the connection.
 */
export async function* copyOut(client: Client, statement: string): AsyncGenerator<Buffer> {
  const output = new PassThrough();
  client.query(new CopyOut(statement, output));
  for await (const chunk of output) yield chunk;
}

/** The methods that `pg` calls on a query while it runs. */
class CopyOut implements Submittable {
  readonly #statement: string;
  readonly #output: PassThrough;

  constructor(statement: string, output: PassThrough) {
    this.#statement = statement;
    this.#output = output;
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }

  /** Copies the chunk, because the parser reuses its buffer. */
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    if (this.#output.write(Buffer.from(chunk)) || stream.isPaused()) return;
    stream.pause();
    this.#output.once("drain", () => stream.resume());
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#output.end();
  }

  /** Also called when the connection is lost. */
  handleError(error: Error): void {
    this.#output.destroy(error);
  }
}
