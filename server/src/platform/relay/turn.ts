import { createHash, createHmac, randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { on, once } from "node:events";
import { connect as connectTcp, isIP, isIPv6, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { COOKIE, HEADER_BYTES } from "./stun.ts";

/** A TURN server. `secret` is shared with it (`static-auth-secret` of coturn). */
export type TurnServer = { host: string; port: number; protocol: "udp" | "tcp" | "tls"; secret: string };

/**
 * Credentials of a TURN server: the user name is the expiry time and the password a signature of it, so that the relay needs no accounts
 * (draft-uberti-behave-turn-rest).
 */
export function turnCredentials({ secret }: Pick<TurnServer, "secret">, { name, expires }: TurnUser) {
  const username = `${Math.floor(expires / SECOND_MS)}:${name}`;
  return { username, credential: createHmac("sha1", secret).update(username).digest("base64") };
}

/** `expires` is in milliseconds since the epoch. */
type TurnUser = { name: string; expires: number };

/** Credentials are valid for new connections for this long; open connections continue. */
export const CREDENTIAL_MS = 10 * MINUTE_MS;

/** Shorter than Prometheus waits for an answer. */
const TIMEOUT_MS = 2_000;
const RESEND_MS = 500;

const METHODS = { allocate: 0x003, refresh: 0x004 } as const;
const SUCCESS = 0x100;
const UNAUTHORIZED = 401;
const ATTRIBUTES = {
  username: 0x0006,
  message_integrity: 0x0008,
  error_code: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  requested_transport: 0x0019,
} as const;
/** UDP (17), and three reserved bytes. */
const UDP = Buffer.from([17, 0, 0, 0]);

/** Opens an allocation as the two ends of a stream do, and closes it again (RFC 8656). Rejects with the reason why there is none. */
export async function tryAllocation(server: TurnServer, now: number, timeoutMs = TIMEOUT_MS): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const channel = await openChannel(server, signal);
    // A name of its own: coturn counts the allocations of a name, and a closed one for some seconds more.
    const name = `check-${randomBytes(4).toString("hex")}`;
    const credentials = turnCredentials(server, { name, expires: now + CREDENTIAL_MS });
    await allocate(channel, credentials).finally(() => channel.close());
  } catch (error) {
    throw signal.aborted ? new Error(`no reply within ${timeoutMs / SECOND_MS} s`, { cause: error }) : error;
  }
}

type Credentials = ReturnType<typeof turnCredentials>;

async function allocate(channel: Channel, { username, credential }: Credentials): Promise<void> {
  const transport = attribute("requested_transport", UDP);
  const challenge = await ask(channel, message("allocate", [transport]));
  if (errorOf(challenge)?.code !== UNAUTHORIZED) throw new Error("it does not ask for a password");
  const [realm, nonce] = [attributeOf(challenge, "realm"), attributeOf(challenge, "nonce")];
  if (realm === null || nonce === null) throw new Error("it does not say for which realm it needs a password");
  const key = createHash("md5").update(`${username}:${realm.toString()}:${credential}`).digest();
  const user = [attribute("username", Buffer.from(username)), attribute("realm", realm), attribute("nonce", nonce)];
  requireSuccess(await ask(channel, signed(message("allocate", [transport, ...user]), key)));
  const closed = attribute("lifetime", Buffer.alloc(4));
  requireSuccess(await ask(channel, signed(message("refresh", [closed, ...user]), key)));
}

function requireSuccess(reply: Buffer): void {
  const error = errorOf(reply);
  if (error !== null) throw new Error(`it answers ${error.code} ${error.reason}`);
  if ((reply.readUInt16BE(0) & SUCCESS) === 0) throw new Error("it answers something else");
}

/** A request with a transaction id of its own. */
function message(method: keyof typeof METHODS, attributes: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16BE(METHODS[method], 0);
  return withLength(Buffer.concat([header, COOKIE, randomBytes(12), ...attributes]));
}

function withLength(bytes: Buffer): Buffer {
  bytes.writeUInt16BE(bytes.length - HEADER_BYTES, 2);
  return bytes;
}

/** Values are padded to a multiple of four bytes. */
function attribute(name: keyof typeof ATTRIBUTES, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(ATTRIBUTES[name], 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc(-value.length & 3)]);
}

/** With a signature. It covers the header, in which the length already counts the signature. */
function signed(request: Buffer, key: Buffer): Buffer {
  const digest = (bytes: Buffer) => attribute("message_integrity", createHmac("sha1", key).update(bytes).digest());
  const complete = withLength(Buffer.concat([request, digest(request)]));
  return Buffer.concat([request.fill(complete.subarray(2, 4), 2, 4), digest(request)]);
}

/** The value of an attribute; null if the message has none, or is cut off. */
function attributeOf(bytes: Buffer, name: keyof typeof ATTRIBUTES): Buffer | null {
  for (let at = HEADER_BYTES; at + 4 <= bytes.length;) {
    const length = bytes.readUInt16BE(at + 2);
    if (bytes.readUInt16BE(at) === ATTRIBUTES[name]) return bytes.subarray(at + 4, at + 4 + length);
    at += 4 + length + (-length & 3);
  }
  return null;
}

function errorOf(reply: Buffer): { code: number; reason: string } | null {
  const value = attributeOf(reply, "error_code");
  if (value === null || value.length < 4) return null;
  return { code: value.readUInt8(2) * 100 + value.readUInt8(3), reason: value.subarray(4).toString() };
}

/** Sends a request, and again if it may have been lost, until it is answered. */
async function ask(channel: Channel, request: Buffer): Promise<Buffer> {
  const id = request.subarray(8, HEADER_BYTES);
  channel.send(request);
  const timer = channel.mayLose ? setInterval(() => channel.send(request), RESEND_MS) : undefined;
  try {
    let reply: Buffer;
    do reply = await channel.receive();
    while (reply.length < HEADER_BYTES || !reply.subarray(8, HEADER_BYTES).equals(id));
    return reply;
  } finally {
    clearInterval(timer);
  }
}

/** A connection over which STUN messages are exchanged. */
type Channel = { mayLose: boolean; send(bytes: Buffer): void; receive(): Promise<Buffer>; close(): void };

async function openChannel({ host, port, protocol }: TurnServer, signal: AbortSignal): Promise<Channel> {
  if (protocol === "udp") return openDatagrams({ host, port }, signal);
  const socket =
    protocol === "tls"
      ? connectTls({ host, port, servername: isIP(host) === 0 ? host : "" })
      : connectTcp({ host, port });
  try {
    await once(socket, protocol === "tls" ? "secureConnect" : "connect", { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const received = messagesOf(socket, signal);
  const send = (bytes: Buffer) => void socket.write(bytes);
  return { mayLose: false, send, receive: () => nextOf(received), close: () => socket.destroy() };
}

async function openDatagrams({ host, port }: { host: string; port: number }, signal: AbortSignal): Promise<Channel> {
  const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
  const received = on(socket, "message", { signal });
  socket.connect(port, host);
  try {
    await once(socket, "connect", { signal });
  } catch (error) {
    socket.close();
    throw error;
  }
  const receive = async () => bufferOf((await received.next()).value?.[0]);
  return { mayLose: true, send: (bytes) => socket.send(bytes, () => {}), receive, close: () => socket.close() };
}

/** The messages of a stream, of which each says how long it is. */
async function* messagesOf(socket: Socket, signal: AbortSignal): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const [chunk] of on(socket, "data", { signal, close: ["end", "close"] })) {
    rest = Buffer.concat([rest, bufferOf(chunk)]);
    while (rest.length >= HEADER_BYTES && rest.length >= HEADER_BYTES + rest.readUInt16BE(2)) {
      const end = HEADER_BYTES + rest.readUInt16BE(2);
      yield rest.subarray(0, end);
      rest = rest.subarray(end);
    }
  }
}

async function nextOf(received: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { value } = await received.next();
  return bufferOf(value);
}

function bufferOf(value: unknown): Buffer {
  if (!Buffer.isBuffer(value)) throw new Error("it closed the connection");
  return value;
}
