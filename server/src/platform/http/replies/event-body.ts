import { Readable } from "node:stream";
import { BodyPart, bodyWriter } from "./body-parts.ts";
import type { Encoding } from "./compress.ts";

/** An event of a stream of server-sent events, to be sent to many clients. `data` is JSON, in which line breaks mean nothing. */
export function eventPart(event: string, data: string, id?: string): BodyPart {
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  return new BodyPart(`event: ${event}\n${idLine}data: ${data.replaceAll("\n", " ")}\n\n`);
}

const COMMENT = new BodyPart(":\n\n");

/**
 * The body of a stream of server-sent events. It has no queue of its own: while `isDrained` is false, the client has not taken what was
 * sent, and sending more would only fill the server's memory.
 */
export class EventBody extends Readable {
  readonly #writer: ReturnType<typeof bodyWriter>;
  #isEnded = false;

  constructor(encoding: Encoding | undefined) {
    super();
    this.#writer = bodyWriter(encoding);
    for (const bytes of this.#writer.begin()) this.push(bytes);
  }

  /** Headers of its response, which proxies must neither buffer nor change. */
  static headers(encoding: Encoding | undefined): Record<string, string> {
    return {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      // So that a server that stops does not wait for idle connections of ended streams.
      connection: "close",
      vary: "Accept-Encoding",
      ...(encoding && { "content-encoding": encoding }),
    };
  }

  /** Whether the client's connection has taken everything so far. */
  get isDrained(): boolean {
    return this.readableLength === 0;
  }

  get isOpen(): boolean {
    return !this.#isEnded && !this.destroyed;
  }

  send(part: BodyPart): void {
    if (this.isOpen) this.push(this.#writer.part(part));
  }

  /** Sends a comment, which shows that the connection still exists. */
  sendComment(): void {
    this.send(COMMENT);
  }

  /** Ends the body after a last event. */
  end(last: BodyPart): void {
    this.send(last);
    if (!this.isOpen) return;
    this.#isEnded = true;
    for (const bytes of this.#writer.end()) this.push(bytes);
    this.push(null);
  }

  override _read(): void {
    // Everything is pushed when it is sent.
  }
}
