import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import type { Logger } from "pino";
import { stunAnswer } from "./stun-message.ts";

type StunOptions = { host: string; port: number; log: Pick<Logger, "warn"> };

/** Tells whoever asks by UDP where the question came from, so that they know how others can reach them. */
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

/** A UDP port that is free; the one wished for if it is. */
export async function freeUdpPort(host: string, wished: number): Promise<number> {
  const tried = await openStun({ host, port: wished, log: { warn: () => {} } }).catch(() => null);
  const open = tried ?? (await openStun({ host, port: 0, log: { warn: () => {} } }));
  await open.stop();
  return open.port;
}
