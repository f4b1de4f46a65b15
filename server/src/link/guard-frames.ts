import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { frameMeter } from "./frame-meter.ts";

/** The socket of a station as the broker may read it: cut as soon as a frame longer than `limit` is announced. */
export function guardFrames(socket: Socket, limit: number, onTooLong: () => void): Duplex {
  const fits = frameMeter(limit);
  const guarded = new Duplex({
    allowHalfOpen: false,
    read: () => void socket.resume(),
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
      guarded.destroy();
    } else if (!guarded.push(chunk)) socket.pause();
  });
  socket.on("end", () => guarded.push(null));
  socket.on("error", (error) => guarded.destroy(error));
  socket.on("close", () => guarded.destroy());
  return guarded;
}
