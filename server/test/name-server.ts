import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll } from "vitest";

/** The addresses of a name by family; `silent` is never answered, and `failing` with SERVFAIL. A missing family has no records. */
export type Zone = Record<string, { 4?: string[] | "silent" | "failing"; 6?: string[] | "silent" | "failing" }>;

const TYPES = { 1: 4, 28: 6 } as const;
const [SERVER_FAILURE, NO_SUCH_NAME] = [2, 3];

/** A real DNS server on a free UDP port of this machine, with the questions it got as `name/family`. */
export async function nameServer(zone: Zone) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    const family = type === 1 || type === 28 ? TYPES[type] : null;
    asked.push(`${name}/${family}`);
    const records = zone[name];
    const found = family === null ? undefined : records?.[family];
    if (found === "silent") return;
    const code = records === undefined ? NO_SUCH_NAME : found === "failing" ? SERVER_FAILURE : 0;
    const addresses = Array.isArray(found) ? found : [];
    socket.send(reply(query.subarray(0, end), { code, type, addresses }), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  afterAll(() => socket.close());
  return { asked, address: `127.0.0.1:${socket.address().port}` };
}

/** The first question of a query: a header of 12 bytes, labels with their lengths, type and class. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

type Reply = { code: number; type: number; addresses: readonly string[] };

function reply(question: Buffer, { code, type, addresses }: Reply): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  const records = addresses.map((address) => {
    const bytes = bytesOf(address);
    const record = Buffer.alloc(12);
    // The name is that of the question, at byte 12.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(bytes.length, 10);
    return Buffer.concat([record, bytes]);
  });
  return Buffer.concat([head, ...records]);
}

/** IPv6 addresses are written in full here. */
function bytesOf(address: string): Buffer {
  return address.includes(":")
    ? Buffer.from(
        address
          .split(":")
          .map((group) => group.padStart(4, "0"))
          .join(""),
        "hex",
      )
    : Buffer.from(address.split(".").map(Number));
}
