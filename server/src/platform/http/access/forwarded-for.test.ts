import fastify from "fastify";
import { expect, test } from "vitest";
import { forwardedAddresses, readForwardedFor } from "./forwarded-for.ts";

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["198.51.100.7:40101", "198.51.100.7"],
  ["198.51.100.7:0", "198.51.100.7"],
  ["[198.51.100.7]:443", "198.51.100.7"],
  ['"198.51.100.7:40101"', "198.51.100.7"],
  ["  198.51.100.7  ", "198.51.100.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ['"[2001:db8::1]:443"', "2001:db8::1"],
  // Without brackets these digits are a part of the address.
  ["2001:db8::1:8080", "2001:db8::1:8080"],
  ["::1", "::1"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::ffff:c633:6407", "198.51.100.7"],
  ["[::ffff:198.51.100.7]:40101", "198.51.100.7"],
  ["fe80::1%eth0", "fe80::1%eth0"],
  ["198.51.100.7:40101, 203.0.113.9:51234, 10.0.0.1", "198.51.100.7, 203.0.113.9, 10.0.0.1"],
  ["198.51.100.7,203.0.113.9", "198.51.100.7, 203.0.113.9"],
  ["unknown", "unknown"],
  ["_hidden", "_hidden"],
  ["", ""],
  ["198.51.100.7:port", "198.51.100.7:port"],
  ["198.51.100:80", "198.51.100:80"],
  ["[2001:db8::1", "[2001:db8::1"],
  ["console.example:443", "console.example:443"],
])("the forwarded address %s is read as %s", (header, expected) => {
  expect(forwardedAddresses(header)).toBe(expected);
});

test.each([
  // One proxy, two of them, and a client that invents entries before them.
  ["198.51.100.7:40101", "198.51.100.7"],
  ["198.51.100.7:40101, 10.0.0.2:55001", "198.51.100.7"],
  ["[2001:db8::7]:40101, 10.0.0.2:55001", "2001:db8::7"],
  ["127.0.0.1:80, 198.51.100.7:40101, [::ffff:10.0.0.2]:55001", "198.51.100.7"],
])("behind proxies that send %s the client is %s", async (header, ip) => {
  const app = fastify({ trustProxy: ["127.0.0.1", "10.0.0.0/8"] });
  readForwardedFor(app);
  app.get("/", (request) => request.ip);
  expect((await app.inject({ url: "/", headers: { "x-forwarded-for": header } })).body).toBe(ip);
});

test("without trusted proxies the header does not count", async () => {
  const app = fastify();
  readForwardedFor(app);
  app.get("/", (request) => request.ip);
  expect((await app.inject({ url: "/", headers: { "x-forwarded-for": "198.51.100.7:1" } })).body).toBe("127.0.0.1");
});
