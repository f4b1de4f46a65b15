import type { Socket } from "node:net";
import { MESSAGE_LIMITS } from "@groundcrew/shared/link";
import { decode, type Packet } from "./decode.ts";
import { FrameReader } from "./frame-reader.ts";

/**
 * Frames up to this length are read, so that a message that is too large is rejected without ending the connection; a longer frame ends
 * it. The first frame is the CONNECT packet of a few hundred bytes, and the client is not authenticated yet.
 */
const FRAME_BYTES = { first: 8 * 1024, every: 2 * MESSAGE_LIMITS.bytes } as const;
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a client may read nothing of what was sent to it. */
const DRAIN_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_FACTOR_MS = 1_500;

export type ConnectionHandler = {
  /** Handles a packet. The first one is a CONNECT, and no later one. */
  onPacket(packet: Packet): void;
  /** Called once when the connection has ended, with the reason unless the client ended it. */
  onEnd(reason: EndReason | null): void;
};

export type EndReason =
  | "no_connect"
  | "frame_too_long"
  | "malformed"
  | "keep_alive"
  | "slow_reader"
  | "not_allowed"
  | "replaced"
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
  #isWaiting = false;
  #isReceiving = false;
  #isEnded = false;
  #isKeptAlive = false;
  #silence: NodeJS.Timeout;
  #drain: NodeJS.Timeout | null = null;

  constructor(socket: Socket, handler: ConnectionHandler) {
    this.#socket = socket;
    this.#handler = handler;
    this.#silence = setTimeout(() => this.end("no_connect"), CONNECT_TIMEOUT_MS);
    socket.on("data", (chunk: Buffer) => {
      this.#frames.add(chunk);
      this.#receive();
    });
    socket.on("error", () => this.end("socket_error"));
    socket.on("end", () => this.end(null));
    socket.on("close", () => this.end(null));
  }

  /** Sends a packet, at once. `onSent` is called when the operating system has accepted it, with false if the connection has ended. */
  send(bytes: Buffer, onSent?: (isSent: boolean) => void): void {
    if (this.#isEnded) return onSent?.(false);
    const hasRoom = this.#socket.write(bytes, onSent && ((error) => onSent(!error)));
    if (!hasRoom && this.#drain === null) this.#waitForDrain();
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

  /** Stops reading and handles no further packet until the returned function is called. */
  wait(): () => void {
    this.#isWaiting = true;
    clearTimeout(this.#silence);
    const release = this.hold();
    return () => {
      this.#isWaiting = false;
      this.#receive();
      release();
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
    if (this.#drain !== null) clearTimeout(this.#drain);
    if (last) {
      this.#socket.write(last);
      this.#socket.destroySoon();
    } else this.#socket.destroy();
    this.#handler.onEnd(reason);
  }

  #receive(): void {
    this.#isReceiving = true;
    while (!this.#isWaiting && !this.#isEnded) {
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

  /** Reads nothing from a client that does not read what is sent to it, and ends its connection if that lasts. */
  #waitForDrain(): void {
    const release = this.hold();
    this.#drain = setTimeout(() => this.end("slow_reader"), DRAIN_TIMEOUT_MS);
    this.#socket.once("drain", () => {
      if (this.#drain !== null) clearTimeout(this.#drain);
      this.#drain = null;
      release();
    });
  }
}
