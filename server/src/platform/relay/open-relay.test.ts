import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ensureTurnserver } from "../../../../scripts/coturn.ts";
import { metric } from "../../../test/metrics.ts";
import { COTURN, RELAY } from "../../../test/relay-options.ts";
import { startCoturn } from "./coturn.ts";
import { openRelay, relayUser } from "./open-relay.ts";
import { freeUdpPort } from "./stun.ts";

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
  const mayBeRoot = { ...RELAY, host: "127.0.0.2", dataDir: folder };
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
    settings: { ...COTURN, host: "127.0.0.1", port: await freeUdpPort("127.0.0.1", 0), folder, peers: "public" },
    now: () => Date.now(),
    log: { warn: () => {} },
  });
  const outcome = Promise.allSettled([starting]);
  await expect.poll(isUp).toBe(0);
  await expect.poll(restarts).toBeGreaterThan(before);
  expect(await outcome).toMatchObject([{ reason: new Error("coturn did not answer in time") }]);
  expect(await isUp()).toBeNull();
});
