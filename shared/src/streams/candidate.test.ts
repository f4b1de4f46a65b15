import { expect, test } from "vitest";
import { addIceCandidate, answerStream } from "./api.ts";
import { candidateProblem } from "./candidate.ts";

const at = (address: string) => `candidate:842163049 1 udp 1677729535 ${address} 46154 typ host generation 0`;

test.each([
  "",
  "candidate:1 1 UDP 2130706431 192.0.2.4 54400 typ host",
  "candidate:842163049 1 udp 1677729535 203.0.113.7 46154 typ srflx raddr 10.0.0.5 rport 46154 generation 0 ufrag Ab+/ network-cost 999",
  "candidate:3 1 tcp 1518280447 10.0.0.5 9 typ host tcptype active generation 0 ufrag x network-id 1",
  "candidate:4 2 udp 41885439 2001:db8::7 3478 typ relay raddr :: rport 0",
  "a=candidate:5 1 udp 1 198.51.100.1 1 typ prflx",
  at("5f0c3b0e-6a3e-4c59-bb56-3f0a3d9d8c11.local"),
  at("fd12:3456::1"),
  at("::ffff:192.0.2.1"),
  at("2002:c000:0201::1"),
  at("2001:4860::7f00:1"),
])("a browser's candidate is forwarded: %s", (candidate) => {
  expect(candidateProblem(candidate)).toBeNull();
});

test.each([
  at("192.0.2.1\r\na=x"),
  `${at("192.0.2.1")}\r\n`,
  `${at("192.0.2.1")}\0`,
  `${at("192.0.2.1")} \u202Eevil x`,
  `${at("192.0.2.1")} odd`,
  "nonsense",
  "candidate:1 1 udp 1 192.0.2.1 70000 typ host",
  "candidate:1 999 udp 1 192.0.2.1 9 typ host",
  "candidate:1 1 udp 1 192.0.2.1 9",
  `candidate:1 1 udp 1 192.0.2.1 9 typ host${" x y".repeat(300)}`,
])("text that is not a candidate is refused: %j", (candidate) => {
  expect(candidateProblem(candidate)).toMatch(/RFC 8839/);
});

test.each([
  "169.254.169.254",
  "127.0.0.1",
  "0.0.0.0",
  "224.0.0.251",
  "255.255.255.255",
  "fe80::1",
  "FEBF::1",
  "::1",
  "0:0:0:0:0:0:0:1",
  "::",
  "ff02::fb",
  "::ffff:169.254.169.254",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "::192.0.2.1",
  "::ffff:0:127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::169.254.169.254",
  "64:ff9b:1::7f00:1",
  "64:ff9b:1:7f00:0:100::",
  "2002:7f00:1::",
  "2002:a9fe:a9fe::1",
  "2001:0:4136:e378:8000:63bf:80ff:fffe",
  "2001:db8::5efe:127.0.0.1",
  "2001:db8::200:5efe:a9fe:a9fe",
  "metadata.google.internal",
  "example.com",
  "999.1.1.1",
])("an address that cannot be a viewer's is refused: %s", (address) => {
  expect(candidateProblem(at(address))).toMatch(/not forwarded/);
});

test.each([
  ["0", 0, true],
  [null, null, true],
  ["video_1", 31, true],
  ["0\r\na=x", 0, false],
  ["", 0, false],
  ["0", 32, false],
  ["0", -1, false],
])("the media section %j, %j is accepted: %s", (sdp_mid, sdp_m_line_index, isAccepted) => {
  expect(addIceCandidate.body.safeParse({ candidate: "", sdp_mid, sdp_m_line_index }).success).toBe(isAccepted);
});

test.each([
  ["v=0", true],
  [`v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\na=${at("192.0.2.1")}\r\n`, true],
  [`v=0\r\na=${at("169.254.169.254")}\r\n`, false],
  ["v=0\r\n\0", false],
  ["v=0\r\na=x\0y", false],
  ["nonsense", false],
  [`v=0\r\na=${"x".repeat(65_536)}`, false],
])("the answer %j is accepted: %s", (sdp, isAccepted) => {
  expect(answerStream.body.safeParse({ type: "answer", sdp }).success).toBe(isAccepted);
});
