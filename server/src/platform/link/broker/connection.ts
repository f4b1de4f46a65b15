import type { Socket } from "node:net";
import { MESSAGE_LIMITS } from "@groundcrew/shared/link";
import { decode, type Packet } from "./decode.ts";
import { FrameReader } from "./frame-reader.ts";

/**
 * Frames up to this length are read, so that a message that is too large is rejected without ending the connection; a longer frame ends
 * it. The first frame is the CONNECT packet of a few hundred bytes, and the client is not authenticated yet.
 */
const FRAME_BYTES = { first: 8 * 1024, every: 2 * MESSAGE_LIMITS.bytes } as const;
/** How much a client may send behind its CONNECT packet until that is answered. */
const UNANSWERED_BYTES = 8 * 1024;

/**
 * How long a client may take to send its CONNECT, how long its authentication may take, and how long it may read nothing of what was sent
 * to it, which is noticed after at most twice that time.
 */
export const TIMEOUTS_MS = { connect: 10_000, answer: 30_000, read: 10_000 } as const;
const KEEP_ALIVE_FACTOR_MS = 1_500;

export type TimeoutsMs = Record<keyof typeof TIMEOUTS_MS, number>;

export type ConnectionHandler = {
  /** Handles a packet. The first one is a CONNECT, and no later one. */
  onPacket(packet: Packet): void;
  /** Called once when the connection has ended, with the reason unless the client ended it. */
  onEnd(reason: EndReason | null): void;
};

export type EndReason =
  | "no_connect"
  | "no_answer"
  | "unanswered_bytes"
  | "frame_too_long"
  | "malformed"
  | "keep_alive"
  | "slow_reader"
  | "not_allowed"
  | "replaced"
  | "superseded"
  | "cut_off"
  | "socket_error";

/** A client's connection: packets that arrive, bytes that are sent, and its end. */
export class Connection {
  readonly #socket: Socket;
  readonly #handler: ConnectionHandler;
  readonly #frames = new FrameReader(FRAME_BYTES);
  /** Replies to packets that arrived together. */
  #replies: Buffer[] = [];
  #holds = 0;
  /** Data that has arrived while the connection is paused; null while it is not. */
  #waiting: { chunks: Buffer[]; bytes: number } | null = null;
  #isReceiving = false;
  #isEnded = false;
  #isKeptAlive = false;
  #isFull = false;
  #silence: NodeJS.Timeout;
  readonly #timeoutsMs: TimeoutsMs;

  constructor(socket: Socket, handler: ConnectionHandler, timeoutsMs: TimeoutsMs = TIMEOUTS_MS) {
    this.#socket = socket;
    this.#handler = handler;
    this.#timeoutsMs = timeoutsMs;
    this.#silence = setTimeout(() => this.end("no_connect"), this.#timeoutsMs.connect);
    socket.on("data", (chunk: Buffer) => this.#add(chunk));
    socket.on("timeout", () => this.end("slow_reader"));
    socket.on("error", () => this.end("socket_error"));
    socket.on("end", () => this.end(null));
    socket.on("close", () => this.end(null));
  }

  /** Sends a packet, at once. `onSent` is called when the operating system has accepted it, with false if the connection has ended. */
  send(bytes: Buffer, onSent?: (isSent: boolean) => void): void {
    if (this.#isEnded) return onSent?.(false);
    const hasRoom = this.#socket.write(bytes, onSent && ((error) => onSent(!error)));
    if (!hasRoom && !this.#isFull) this.#waitForDrain();
  }

  /** Sends the reply to a packet, together with the replies to those that arrived with it. */
  reply(bytes: Buffer): void {
    if (this.#isReceiving) this.#replies.push(bytes);
    else this.send(bytes);
  }

  /** Stops reading until the returned function is called. Packets that have arrived are still handled. */
  hold(): () => void {
    this.#holds++;
    this.#socket.pause();
    return () => {
      this.#holds--;
      if (this.#holds > 0 || this.#isEnded) return;
      if (this.#isKeptAlive) this.#silence.refresh();
      this.#socket.resume();
    };
  }

  /**
   * Handles no further packet until the returned function is called. The connection ends with a last packet if that takes too long, and
   * if the client sends much meanwhile.
   */
  wait(last: Buffer): () => void {
    this.#waiting = { chunks: [], bytes: this.#frames.remaining };
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.end("no_answer", last), this.#timeoutsMs.answer);
    this.#limitUnanswered();
    return () => {
      const chunks = this.#waiting?.chunks ?? [];
      this.#waiting = null;
      this.#receive();
      for (const chunk of chunks) this.#add(chunk);
    };
  }

  /** From now on the connection ends after 1.5 times this without a packet, not counting the time in which nothing is read. */
  keepAlive(seconds: number): void {
    if (this.#isEnded) return;
    clearTimeout(this.#silence);
    this.#isKeptAlive = true;
    this.#silence = setTimeout(() => {
      if (this.#holds === 0) this.end("keep_alive");
    }, seconds * KEEP_ALIVE_FACTOR_MS);
  }

  /** Ends the connection, after sending a last packet if there is one. */
  end(reason: EndReason | null, last?: Buffer): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#silence);
    this.#waiting = null;
    if (last) {
      this.#socket.write(last);
      this.#socket.destroySoon();
    } else this.#socket.destroy();
    this.#handler.onEnd(reason);
  }

  #add(chunk: Buffer): void {
    if (this.#isEnded) return;
    if (this.#waiting !== null) {
      this.#waiting.chunks.push(chunk);
      this.#waiting.bytes += chunk.length;
      return this.#limitUnanswered();
    }
    this.#frames.add(chunk);
    this.#receive();
  }

  /** Anyone can open a connection, so little is kept for a client that is not authenticated yet. */
  #limitUnanswered(): void {
    if (this.#waiting !== null && this.#waiting.bytes > UNANSWERED_BYTES) this.end("unanswered_bytes");
  }

  #receive(): void {
    this.#isReceiving = true;
    while (this.#waiting === null && !this.#isEnded) {
      const frame = this.#frames.next();
      if (frame === "incomplete") break;
      const packet = typeof frame === "string" ? null : decode(frame);
      if (packet === null) {
        this.end(frame === "too_long" ? "frame_too_long" : "malformed");
        break;
      }
      if (this.#isKeptAlive) this.#silence.refresh();
      this.#handler.onPacket(packet);
    }
    this.#isReceiving = false;
    this.#sendReplies();
  }

  #sendReplies(): void {
    const [first, ...more] = this.#replies;
    if (!first) return;
    this.#replies = [];
    this.send(more.length === 0 ? first : Buffer.concat([first, ...more]));
  }

  /** Stops reading from a client that does not read, and ends its connection if it does not read for a while. */
  #waitForDrain(): void {
    const release = this.hold();
    this.#isFull = true;
    // Node restarts this time as long as the operating system accepts more of what is being written.
    this.#socket.setTimeout(this.#timeoutsMs.read);
    this.#socket.once("drain", () => {
      this.#isFull = false;
      this.#socket.setTimeout(0);
      release();
    });
  }
}
