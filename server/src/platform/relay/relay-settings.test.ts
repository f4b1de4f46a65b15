import { expect, onTestFinished, test } from "vitest";
import { metric } from "../../../test/metrics.ts";
import { COTURN, RELAY } from "../../../test/relay-options.ts";
import { coturnConfig } from "./coturn.ts";
import { openRelay } from "./open-relay.ts";

const SILENT = { info: () => {}, warn: () => {} };

test("without coturn the server's own STUN server is used, and no relay", async () => {
  const opened = await openRelay(RELAY, SILENT);
  onTestFinished(() => opened.stop());
  const port = opened.relay.stun?.port;
  expect(port).toBeGreaterThan(0);
  expect(opened.relay).toEqual({ stun: { host: "console.skyline.test", port }, turn: null });
  expect(await metric("groundcrew_relay_up", { kind: "stun" })).toBe(1);
});

test("coturn relays to no private, loopback or link-local address except its own", () => {
  const lines = coturnConfig({ ...COTURN, peers: "public" }).split("\n");
  const denied = lines.filter((line) => line.startsWith("denied-peer-ip="));
  for (const start of [
    "10.0.0.0",
    "172.16.0.0",
    "192.168.0.0",
    "127.0.0.0",
    "169.254.0.0",
    "::-::",
    "::ffff:0.0.0.0",
    "64:ff9b::",
    "2002::",
    "fe80::",
    "fc00::",
  ]) {
    expect(denied.filter((line) => line.startsWith(`denied-peer-ip=${start}`))).toHaveLength(1);
  }
  expect(lines).toContain("allowed-peer-ip=203.0.113.5");
  for (const line of ["use-auth-secret", "no-cli", "no-tcp", "no-tcp-relay", "no-multicast-peers"])
    expect(lines).toContain(line);
});

test("where relaying to private networks is allowed, this machine and link-local addresses stay blocked", () => {
  const text = coturnConfig({ ...COTURN, peers: "private" });
  expect(text).not.toContain("denied-peer-ip=10.");
  for (const start of ["127.0.0.0", "169.254.0.0", "::-::"]) expect(text).toContain(`denied-peer-ip=${start}`);
});

test("behind NAT the relay reports its public address", () => {
  const natted = { ...COTURN, relayAddress: "10.0.0.5", externalAddress: "203.0.113.5", peers: "public" } as const;
  const lines = coturnConfig(natted).split("\n");
  for (const line of ["relay-ip=10.0.0.5", "external-ip=203.0.113.5/10.0.0.5", "allowed-peer-ip=10.0.0.5"]) {
    expect(lines).toContain(line);
  }
  expect(coturnConfig({ ...COTURN, peers: "public" })).not.toContain("external-ip");
});
