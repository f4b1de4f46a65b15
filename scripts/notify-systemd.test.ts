import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { notifySystemd, takeSystemd } from "./notify-systemd.ts";

const SOCKET = "/run/systemd/notify";

/** A program in place of systemd's that writes down what it is to send. It takes longer for some states than for others. */
async function recordingProgram() {
  const folder = await mkdtemp(join(tmpdir(), "notify-"));
  const file = join(folder, "sent");
  await writeFile(file, "");
  const script = `#!/bin/sh\n[ "$1" = STOPPING=1 ] || sleep 0.1\necho "$NOTIFY_SOCKET $*" >> ${file}\n`;
  await writeFile(join(folder, "systemd-notify"), script, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  return () => readFileSync(file, "utf8").trim().split("\n");
}

test("systemd learns that the service is ready, that it is alive, and that it stops", async () => {
  const sent = await recordingProgram();
  const lines: string[] = [];
  const env: NodeJS.ProcessEnv = { NOTIFY_SOCKET: SOCKET, WATCHDOG_USEC: "300000", LANG: "C" };
  const notifying = notifySystemd(takeSystemd(env), (line) => lines.push(line));
  expect(env).toEqual({ LANG: "C" });
  await expect.poll(() => sent().filter((line) => line.endsWith(" WATCHDOG=1")).length).toBeGreaterThan(1);
  await notifying.stop();
  expect(sent().at(-1)).toBe(`${SOCKET} STOPPING=1`);
  expect(sent()[0]).toBe(`${SOCKET} READY=1`);
  expect(lines).toEqual([]);
});

test("a machine without the program says so once", async () => {
  vi.stubEnv("PATH", "/nowhere");
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const notifying = notifySystemd({ socket: SOCKET, limitMs: 0 }, (line) => lines.push(line));
  await expect.poll(() => lines).toEqual(["systemd cannot be notified: spawn systemd-notify ENOENT"]);
  await notifying.stop();
});

test("nothing is sent without systemd", async () => {
  const sent = await recordingProgram();
  await notifySystemd(takeSystemd({}), () => {}).stop();
  expect(sent()).toEqual([""]);
});
