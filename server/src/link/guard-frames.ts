import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** A station's socket as the broker reads it. */
export type GuardedSocket = {
  stream: Duplex;
  /** Stops reading from the station until the returned function is called. Data that was already read is still delivered. */
  hold(): () => void;
};

/**
 * Wraps a station's socket for the broker, which neither limits the size of a frame nor stops reading while messages are handled.
 * Ends the connection as soon as a frame's header announces more than the limit.
 */
export function guardFrames(socket: Socket, limits: FrameLimits, onTooLong: () => void): GuardedSocket {
  const fits = frameMeter(limits);
  let holds = 0;
  const stream = new Duplex({
    allowHalfOpen: false,
    read: () => void (holds === 0 && socket.resume()),
    write: (chunk, _encoding, done) => void socket.write(chunk, done),
    writev(chunks, done) {
      socket.cork();
      const last = chunks.length - 1;
      chunks.forEach(({ chunk }, index) => socket.write(chunk, index === last ? done : undefined));
      socket.uncork();
    },
    final: (done) => void socket.end(done),
    destroy(error, done) {
      socket.destroy();
      done(error);
    },
  });
  socket.on("data", (chunk: Buffer) => {
    if (!fits(chunk)) {
      onTooLong();
      stream.destroy();
    } else if (!stream.push(chunk)) socket.pause();
  });
  socket.on("end", () => stream.push(null));
  socket.on("error", (error) => stream.destroy(error));
  socket.on("close", () => stream.destroy());

  function hold(): () => void {
    holds++;
    socket.pause();
    return () => {
      holds--;
      if (holds === 0) socket.resume();
    };
  }
  return { stream, hold };
}

/** The largest size in bytes of a connection's first frame, and of the others. */
type FrameLimits = { first: number; every: number };

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
