/** How many bytes the first frame of a connection may have, and each after it. */
export type FrameLimits = { first: number; every: number };

/**
 * Follows the frames in a stream of MQTT bytes and says, chunk by chunk, whether each frame is announced to be within its
 * limit. The parser of the broker would collect up to 256 MB before anyone could look.
 */
export function frameMeter({ first, every }: FrameLimits): (chunk: Uint8Array) => boolean {
  let limit = first;
  // Bytes of the current frame still to come; while a length is being read, its digits so far.
  let left = 0;
  let length = 0;
  let factor = 0;

  /** Takes in one byte of a frame's head: its type, then its length, seven bits a byte, the lowest first. */
  function readHead(byte: number): boolean {
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
    let at = 0;
    while (at < chunk.length) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at);
        left -= skipped;
        at += skipped;
      } else if (!readHead(chunk[at++] ?? 0)) return false;
    }
    return true;
  };
}
