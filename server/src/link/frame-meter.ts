/** The largest size in bytes of a connection's first frame, and of the others. */
export type FrameLimits = { first: number; every: number };

/**
 * Checks a stream of MQTT bytes, chunk by chunk: false as soon as a frame's header announces more than the limit. The broker's own
 * parser would buffer up to 256 MB.
 */
export function frameMeter({ first, every }: FrameLimits): (chunk: Uint8Array) => boolean {
  let limit = first;
  // Bytes of the current frame still to come. `length` and `factor` are the state of reading a length; a factor of 0 means none.
  let left = 0;
  let length = 0;
  let factor = 0;

  /** Reads one byte of a frame's header: its type, then its length, seven bits a byte, lowest first. */
  function readHeader(byte: number): boolean {
    if (factor === 0) {
      factor = 1;
      length = 0;
      return true;
    }
    length += (byte & 0x7f) * factor;
    factor *= 128;
    if (length > limit || factor > 128 ** 4) return false;
    if (byte < 0x80) {
      left = length;
      factor = 0;
      limit = every;
    }
    return true;
  }

  return (chunk) => {
    let offset = 0;
    while (offset < chunk.length) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - offset);
        left -= skipped;
        offset += skipped;
      } else if (!readHeader(chunk[offset++] ?? 0)) return false;
    }
    return true;
  };
}
