import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ensureTurnserver } from "../../../scripts/coturn.ts";
import { metric } from "../../test/metrics.ts";
import { coturnConfig, startCoturn } from "./coturn.ts";
import { openRelay, relayUser, type RelayOptions } from "./open-relay.ts";
import { freeUdpPort } from "./stun.ts";

const options: RelayOptions = {
  host: "127.0.0.1",
  port: 0,
  publicHost: "console.skyline.test",
  via: "coturn",
  peers: "public",
  path: "",
  dataDir: "/nowhere",
  secretKey: "a key for tests",
  now: () => Date.now(),
};
const settings = {
  host: "0.0.0.0",
  port: 3_478,
  relayAddress: "203.0.113.5",
  externalAddress: null,
  secret: "s3cret",
  folder: "/data/relay",
  user: null,
};

const SILENT = { info: () => {}, warn: () => {} };

test("coturn that cannot be started is logged once, counts as down, and is tried again until it runs", async () => {
  const folder = await mkdtemp(join(tmpdir(), "relay-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const program = join(folder, "turnserver");
  await writeFile(program, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const lines: string[] = [];
  const log = {
    info: (_: object, line: string) => void lines.push(`info: ${line}`),
    warn: (_: object, line: string) => void lines.push(`warn: ${line}`),
  };
  const mayBeRoot = { ...options, host: "127.0.0.2", dataDir: folder };
  const opened = await openRelay({ ...mayBeRoot, path: folder }, log, { first: 100, longest: 100 });
  onTestFinished(() => opened.stop());
  expect(opened.failure()).toBe("coturn did not answer in time");
  expect(opened.relay.turn).toBeNull();
  expect(await metric("groundcrew_relay_up", { kind: "coturn" })).toBe(0);
  expect(await metric("groundcrew_relay_up", { kind: "stun" })).toBe(1);

  await rm(program);
  await symlink(
    join(
      ensureTurnserver(() => {}),
      "turnserver",
    ),
    program,
  );
  await expect.poll(() => opened.relay.turn, { timeout: 60_000 }).not.toBeNull();
  expect(opened.relay.turn?.port).toBe(opened.relay.stun?.port);
  expect(opened.failure()).toBeNull();
  expect(await metric("groundcrew_relay_up", { kind: "stun" })).toBeNull();
  expect(lines.filter((line) => line.includes("could"))).toEqual([
    "warn: coturn could not be started; it is tried again",
    "info: coturn could be started now",
  ]);
});

test("without coturn the server's own STUN server is used, and no relay", async () => {
  const opened = await openRelay(options, SILENT);
  onTestFinished(() => opened.stop());
  const port = opened.relay.stun?.port;
  expect(port).toBeGreaterThan(0);
  expect(opened.relay).toEqual({ stun: { host: "console.skyline.test", port }, turn: null });
  expect(await metric("groundcrew_relay_up", { kind: "stun" })).toBe(1);
});

test("as root, coturn becomes another user than the embedded PostgreSQL", () => {
  const users = process.getuid?.() === 0 ? ["turnserver", "daemon"] : [null];
  expect(users).toContain(relayUser());
});

test("metrics show that a relay has ended, and that it was started again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "relay-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const restarts = async () => (await metric("groundcrew_relay_restarts_total")) ?? 0;
  const isUp = () => metric("groundcrew_relay_up", { kind: "coturn" });
  const before = await restarts();
  const starting = startCoturn({
    program: "/bin/false",
    settings: { ...settings, host: "127.0.0.1", port: await freeUdpPort("127.0.0.1", 0), folder, peers: "public" },
    now: () => Date.now(),
    log: { warn: () => {} },
  });
  const outcome = Promise.allSettled([starting]);
  await expect.poll(isUp).toBe(0);
  await expect.poll(restarts).toBeGreaterThan(before);
  expect(await outcome).toMatchObject([{ reason: new Error("coturn did not answer in time") }]);
  expect(await isUp()).toBeNull();
});

test("coturn relays to no private, loopback or link-local address except its own", () => {
  const lines = coturnConfig({ ...settings, peers: "public" }).split("\n");
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
  const text = coturnConfig({ ...settings, peers: "private" });
  expect(text).not.toContain("denied-peer-ip=10.");
  for (const start of ["127.0.0.0", "169.254.0.0", "::-::"]) expect(text).toContain(`denied-peer-ip=${start}`);
});

test("behind NAT the relay reports its public address", () => {
  const natted = { ...settings, relayAddress: "10.0.0.5", externalAddress: "203.0.113.5", peers: "public" } as const;
  const lines = coturnConfig(natted).split("\n");
  for (const line of ["relay-ip=10.0.0.5", "external-ip=203.0.113.5/10.0.0.5", "allowed-peer-ip=10.0.0.5"]) {
    expect(lines).toContain(line);
  }
  expect(coturnConfig({ ...settings, peers: "public" })).not.toContain("external-ip");
});
