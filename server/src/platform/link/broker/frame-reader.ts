/** One MQTT packet: the first byte of its header, and where its contents are. */
export type Frame = { header: number; bytes: Buffer; start: number; end: number };

/** The largest size in bytes of a connection's first frame, and of the others. */
export type FrameLimits = { first: number; every: number };

/** Why no frame follows: its bytes have not arrived yet, its header announces too many, or clients do not send such a packet. */
export type NoFrame = "incomplete" | "too_long" | "invalid";

const NOTHING = Buffer.alloc(0);
const CONNECT = 0x10;
/** PUBACK, SUBSCRIBE, UNSUBSCRIBE, PINGREQ and DISCONNECT with the flags that MQTT requires. */
const LATER_HEADERS = new Set([0x40, 0x82, 0xa2, 0xc0, 0xe0]);
const MAX_LENGTH_FACTOR = 128 ** 4;
/** The size of the first buffer for a frame that has not arrived completely. */
const MIN_PARTIAL_BYTES = 1_024;

/**
 * Splits the bytes of a client into frames. Refuses a frame as soon as its header shows that it is too long, or that it is not one of
 * those that clients send at this point: CONNECT first, and only first. An incomplete frame takes no more than twice the memory of what has
 * arrived, or 1 KiB.
 */
export class FrameReader {
  readonly #limits: FrameLimits;
  #chunk: Buffer = NOTHING;
  #at = 0;
  #isFirst = true;
  /** The header of the current frame; 0 until it has arrived. */
  #header = 0;
  #length = 0;
  /** The value of the next byte of the length; 0 once the length is known. */
  #factor = 0;
  /** The part of a frame that has arrived, while the rest is in the next chunk. */
  #partial: Buffer | null = null;
  #filled = 0;

  constructor(limits: FrameLimits) {
    this.#limits = limits;
  }

  /** Adds bytes. May only be called after `next` has returned `incomplete`. */
  add(bytes: Buffer): void {
    this.#chunk = bytes;
    this.#at = 0;
  }

  /** How many of the added bytes have not been read. */
  get remaining(): number {
    return this.#chunk.length - this.#at;
  }

  /** The next frame, or why there is none. After anything but `incomplete`, no frame follows. */
  next(): Frame | NoFrame {
    const frame = this.#partial === null ? this.#read() : this.#keep(this.#partial);
    // Releases the bytes that have been read without waiting for the next ones.
    if (frame === "incomplete") this.add(NOTHING);
    return frame;
  }

  #read(): Frame | NoFrame {
    const none = this.#readHeader();
    if (none !== null) return none;
    const start = this.#at;
    if (this.#chunk.length - start < this.#length) {
      this.#filled = 0;
      return this.#keep(NOTHING);
    }
    this.#at += this.#length;
    return this.#finish(this.#chunk, start);
  }

  #readHeader(): NoFrame | null {
    if (this.#header === 0) {
      if (this.#at === this.#chunk.length) return "incomplete";
      this.#header = this.#chunk[this.#at++] ?? 0;
      if (this.#isFirst ? this.#header !== CONNECT : !isLaterHeader(this.#header)) return "invalid";
      this.#length = 0;
      this.#factor = 1;
    }
    const limit = this.#isFirst ? this.#limits.first : this.#limits.every;
    while (this.#factor !== 0) {
      if (this.#at === this.#chunk.length) return "incomplete";
      const byte = this.#chunk[this.#at++] ?? 0;
      this.#length += (byte & 0x7f) * this.#factor;
      this.#factor *= 128;
      if (this.#length > limit || this.#factor > MAX_LENGTH_FACTOR) return "too_long";
      if (byte < 0x80) this.#factor = 0;
    }
    return null;
  }

  /** Appends the chunk's part of an incomplete frame to the part that has arrived before. */
  #keep(before: Buffer): Frame | "incomplete" {
    const copied = Math.min(this.#length - this.#filled, this.#chunk.length - this.#at);
    const needed = this.#filled + copied;
    let partial = before;
    if (partial.length < needed || partial.length === 0) {
      partial = Buffer.allocUnsafeSlow(Math.min(this.#length, Math.max(2 * needed, MIN_PARTIAL_BYTES)));
      before.copy(partial, 0, 0, this.#filled);
    }
    this.#chunk.copy(partial, this.#filled, this.#at, this.#at + copied);
    this.#at += copied;
    this.#filled = needed;
    this.#partial = partial;
    return needed === this.#length ? this.#finish(partial, 0) : "incomplete";
  }

  #finish(bytes: Buffer, start: number): Frame {
    const frame = { header: this.#header, bytes, start, end: start + this.#length };
    this.#header = 0;
    this.#isFirst = false;
    this.#partial = null;
    // Releases the bytes that have been read without waiting for the next ones.
    if (this.#at === this.#chunk.length) this.add(NOTHING);
    return frame;
  }
}

function isLaterHeader(header: number): boolean {
  const isPublish = header >> 4 === 3;
  return isPublish ? (header & 0x06) !== 0x06 : LATER_HEADERS.has(header);
}
