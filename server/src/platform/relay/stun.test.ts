import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { stunAnswer, stunRequest, freeUdpPort, openStun } from "./stun.ts";

const log = { warn: () => {} };

/** Sends datagrams and then a valid request; resolves with the response and the client's address. */
async function exchange(port: number, datagrams: readonly Buffer[]) {
  const socket = createSocket("udp4");
  onTestFinished(() => void socket.close());
  const answers: Buffer[] = [];
  const responded = new Promise<void>((resolve) => {
    socket.on("message", (message) => {
      answers.push(message);
      if (message.subarray(8, 20).equals(LAST)) resolve();
    });
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  for (const datagram of [...datagrams, stunRequest(LAST)]) socket.send(datagram, port, "127.0.0.1");
  await responded;
  return { answers, port: socket.address().port };
}

const LAST = Buffer.alloc(12, 9);

test("a binding request is answered with its source address", async () => {
  const server = await openStun({ host: "127.0.0.1", port: 0, log });
  onTestFinished(() => server.stop());
  const { answers, port } = await exchange(server.port, []);
  const [answer = Buffer.alloc(0)] = answers;
  expect(answer.subarray(0, 4).toString("hex")).toBe("0101000c");
  expect(answer.subarray(20, 26).toString("hex")).toBe("002000080001");
  expect(answer.readUInt16BE(26) ^ 0x2112).toBe(port);
  expect([...answer.subarray(28)].map((byte, at) => byte ^ (answer[4 + at] ?? 0))).toEqual([127, 0, 0, 1]);
});

test("any other packet is ignored, and the server keeps working", async () => {
  const server = await openStun({ host: "127.0.0.1", port: 0, log });
  onTestFinished(() => server.stop());
  const allocate = Buffer.from(stunRequest(randomBytes(12)));
  allocate[1] = 3;
  const noCookie = Buffer.from(stunRequest(randomBytes(12)));
  noCookie[4] = 0;
  const { answers } = await exchange(server.port, [
    Buffer.alloc(0),
    Buffer.alloc(19),
    allocate,
    noCookie,
    randomBytes(500),
  ]);
  expect(answers).toHaveLength(1);
});

// A forged datagram may come from port 0; sending to it would throw an uncaught error.
test("a request from port 0 is not answered", () => {
  expect(stunAnswer(stunRequest(LAST), { address: "192.0.2.1", port: 0 })).toBeNull();
  expect(stunAnswer(stunRequest(LAST), { address: "192.0.2.1", port: 1 })).not.toBeNull();
});

// RFC 5769, section 2.3: the sample answer to an IPv6 address.
test("an IPv6 address is masked as in the standard's example", () => {
  const request = stunRequest(Buffer.from("b7e7a701bc34d686fa87dfae", "hex"));
  const answer = stunAnswer(request, { address: "2001:db8:1234:5678:11:2233:4455:6677", port: 32_853 });
  expect(answer?.subarray(24).toString("hex")).toBe("0002a1470113a9faa5d3f179bc25f4b5bed2b9d9");
});

test.each(["192.0.2.1", "::ffff:192.0.2.1"])("%s is treated as an IPv4 address", (address) => {
  const request = stunRequest(Buffer.from("b7e7a701bc34d686fa87dfae", "hex"));
  expect(stunAnswer(request, { address, port: 32_853 })?.subarray(20).toString("hex")).toBe("002000080001a147e112a643");
});

test("a free port is used instead of one that is taken", async () => {
  const server = await openStun({ host: "127.0.0.1", port: 0, log });
  onTestFinished(() => server.stop());
  expect(await freeUdpPort("127.0.0.1", server.port)).not.toBe(server.port);
});
