import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import type { Logger } from "pino";
import { stunAnswer } from "./stun-message.ts";

type StunOptions = { host: string; port: number; log: Pick<Logger, "warn"> };

/** Answers STUN requests by UDP with the sender's address, so that clients learn how others can reach them. */
export async function openStun({ host, port, log }: StunOptions): Promise<{ port: number; stop(): Promise<void> }> {
  const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
  socket.on("message", (message, from) => {
    const answer = stunAnswer(message, from);
    if (answer) socket.send(answer, from.port, from.address, () => {});
  });
  socket.bind(port, host);
  await once(socket, "listening");
  socket.on("error", (error) => log.warn({ err: error }, "the STUN answerer failed"));
  return { port: socket.address().port, stop: () => closeSocket(socket) };
}

async function closeSocket(socket: Socket): Promise<void> {
  socket.close();
  await once(socket, "close");
}

/** A free UDP port: the preferred one if possible. */
export async function freeUdpPort(host: string, preferred: number): Promise<number> {
  const attempt = await openStun({ host, port: preferred, log: { warn: () => {} } }).catch(() => null);
  const open = attempt ?? (await openStun({ host, port: 0, log: { warn: () => {} } }));
  await open.stop();
  return open.port;
}
