/** One MQTT packet: the first byte of its header, and where its contents are. The bytes are valid until the next chunk is added. */
export type Frame = { header: number; bytes: Buffer; start: number; end: number };

/** The largest size in bytes of a connection's first frame, and of the others. */
export type FrameLimits = { first: number; every: number };

/** Why no frame follows: its bytes have not arrived yet, its header announces too many, or clients do not send such a packet. */
export type NoFrame = "incomplete" | "too_long" | "invalid";

export type FrameReader = ReturnType<typeof frameReader>;

const NOTHING = Buffer.alloc(0);
const CONNECT = 0x10;
/** PUBACK, SUBSCRIBE, UNSUBSCRIBE, PINGREQ and DISCONNECT with the flags that MQTT requires. */
const LATER_HEADERS = new Set([0x40, 0x82, 0xa2, 0xc0, 0xe0]);
/** What a frame that has not arrived completely is given at first; its buffer grows with what arrives. */
const MIN_PARTIAL_BYTES = 1_024;

/**
 * Splits the bytes of a client into frames. Refuses a frame as soon as its header shows that it is too long, or that it is not one of
 * those that clients send at this point: CONNECT first, and only first. Keeps no more of an incomplete frame than twice what has arrived.
 */
export function frameReader({ first, every }: FrameLimits) {
  let chunk = NOTHING;
  let at = 0;
  let limit = first;
  let isFirst = true;
  // The header of the current frame; 0 until it has arrived. A factor of 0 means that its length is known.
  let header = 0;
  let length = 0;
  let factor = 0;
  /** What has arrived of a frame that continues in the next chunk. */
  let partial: Buffer | null = null;
  let filled = 0;

  function readHeader(): NoFrame | null {
    if (header === 0) {
      if (at === chunk.length) return "incomplete";
      header = chunk[at++] ?? 0;
      if (isFirst ? header !== CONNECT : !isLaterHeader(header)) return "invalid";
      length = 0;
      factor = 1;
    }
    while (factor !== 0) {
      if (at === chunk.length) return "incomplete";
      const byte = chunk[at++] ?? 0;
      length += (byte & 0x7f) * factor;
      factor *= 128;
      if (length > limit || factor > 128 ** 4) return "too_long";
      if (byte < 0x80) factor = 0;
    }
    return null;
  }

  function finish(bytes: Buffer, start: number): Frame {
    const frame = { header, bytes, start, end: start + length };
    header = 0;
    partial = null;
    limit = every;
    isFirst = false;
    return frame;
  }

  /** Copies what the chunk has of an incomplete frame. */
  function keep(): Frame | "incomplete" {
    const copied = Math.min(length - filled, chunk.length - at);
    const needed = filled + copied;
    if (partial === null || partial.length < needed) {
      const larger = Buffer.allocUnsafeSlow(Math.min(length, Math.max(2 * needed, MIN_PARTIAL_BYTES)));
      partial?.copy(larger, 0, 0, filled);
      partial = larger;
    }
    chunk.copy(partial, filled, at, at + copied);
    at += copied;
    filled = needed;
    return filled === length ? finish(partial, 0) : "incomplete";
  }

  return {
    /** Adds bytes. Has to be called only after `next` has returned `incomplete`. */
    add(bytes: Buffer): void {
      chunk = bytes;
      at = 0;
    },
    /** The next frame, or why there is none. After anything but `incomplete`, no frame follows. */
    next(): Frame | NoFrame {
      if (partial !== null) return keep();
      const none = readHeader();
      if (none !== null) return none;
      const start = at;
      if (chunk.length - start < length) {
        filled = 0;
        return keep();
      }
      at += length;
      return finish(chunk, start);
    },
  };
}

function isLaterHeader(header: number): boolean {
  const isPublish = header >> 4 === 3;
  return isPublish ? (header & 0x06) !== 0x06 : LATER_HEADERS.has(header);
}
