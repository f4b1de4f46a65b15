import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv6, isIPv4 } from "node:net";

type StunOptions = { host: string; port: number; log: { warn: (details: object, line: string) => void } };

type OpenStun = { port: number; isOpen: () => boolean; stop(): Promise<void> };

/** Answers STUN requests by UDP with the sender's address, so that clients learn how others can reach them. */
export async function openStun({ host, port, log }: StunOptions): Promise<OpenStun> {
  const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
  socket.on("message", (message, from) => {
    const answer = stunAnswer(message, from);
    if (answer) socket.send(answer, from.port, from.address, () => {});
  });
  socket.bind(port, host);
  await once(socket, "listening");
  let isOpen = true;
  socket.on("error", (error) => log.warn({ err: error }, "the STUN answerer failed"));
  socket.on("close", () => void (isOpen = false));
  return { port: socket.address().port, isOpen: () => isOpen, stop: () => closeSocket(socket) };
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

const REQUEST = 0x0001;
const SUCCESS = 0x0101;
const XOR_MAPPED_ADDRESS = 0x0020;
export const COOKIE = Buffer.from("2112a442", "hex");
export const HEADER_BYTES = 20;
const FAMILY = { 4: 1, 6: 2 } as const;

/**
 * The response to a STUN binding request (RFC 8489): the sender's address. Null for anything else, and for a request from port 0, to which
 * nothing can be sent. The response is hardly longer than the request, so it is no use for amplification attacks.
 */
export function stunAnswer(request: Buffer, from: { address: string; port: number }): Buffer | null {
  if (from.port === 0 || request.length < HEADER_BYTES || request.readUInt16BE(0) !== REQUEST) return null;
  if (request.readUInt16BE(2) !== request.length - HEADER_BYTES || !request.subarray(4, 8).equals(COOKIE)) return null;
  // The address is XORed with cookie and transaction id, so that no router rewrites it.
  const mask = request.subarray(4, HEADER_BYTES);
  const address = addressBytes(from.address).map((byte, at) => byte ^ (mask[at] ?? 0));
  const answer = Buffer.alloc(HEADER_BYTES + 8 + address.length);
  answer.writeUInt16BE(SUCCESS, 0);
  answer.writeUInt16BE(8 + address.length, 2);
  mask.copy(answer, 4);
  answer.writeUInt16BE(XOR_MAPPED_ADDRESS, HEADER_BYTES);
  answer.writeUInt16BE(4 + address.length, HEADER_BYTES + 2);
  answer.writeUInt8(address.length === 4 ? FAMILY[4] : FAMILY[6], HEADER_BYTES + 5);
  answer.writeUInt16BE(from.port ^ COOKIE.readUInt16BE(0), HEADER_BYTES + 6);
  answer.set(address, HEADER_BYTES + 8);
  return answer;
}

/** A binding request; `transaction` has 12 bytes. */
export function stunRequest(transaction: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0, REQUEST, 0, 0]), COOKIE, transaction]);
}

/** The bytes of an IPv4 or IPv6 address; an IPv4-mapped IPv6 address is treated as IPv4. */
function addressBytes(address: string): number[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIPv4(plain)) return plain.split(".").map(Number);
  const [head = "", tail = ""] = plain.split("::");
  const words = (text: string) => (text === "" ? [] : text.split(":").map((word) => Number.parseInt(word, 16)));
  const [first, last] = [words(head), words(tail)];
  const middle = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...middle, ...last].flatMap((word) => [word >> 8, word & 255]);
}
