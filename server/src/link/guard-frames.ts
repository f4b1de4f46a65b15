import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { frameMeter, type FrameLimits } from "./frame-meter.ts";

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
