import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { notifySystemd } from "./notify-systemd.ts";

/** A program in place of systemd's that writes down what it is to send. */
async function recordingProgram() {
  const folder = await mkdtemp(join(tmpdir(), "notify-"));
  const file = join(folder, "sent");
  await writeFile(file, "");
  await writeFile(join(folder, "systemd-notify"), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${file}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}${delimiter}${process.env["PATH"]}`);
  vi.stubEnv("NOTIFY_SOCKET", "/run/systemd/notify");
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  return () => readFileSync(file, "utf8").trim().split("\n");
}

test("systemd learns that the service is ready, that it is alive, and that it stops", async () => {
  const sent = await recordingProgram();
  const lines: string[] = [];
  const env = { NOTIFY_SOCKET: "/run/systemd/notify", WATCHDOG_USEC: "300000" };
  const notifying = notifySystemd(env, (line) => lines.push(line));
  await expect.poll(() => sent().filter((line) => line.endsWith(" WATCHDOG=1")).length).toBeGreaterThan(1);
  await notifying.stop();
  await expect.poll(() => sent().at(-1)).toBe("/run/systemd/notify STOPPING=1");
  expect(sent()[0]).toBe("/run/systemd/notify READY=1");
  expect(lines).toEqual([]);
});

test("a machine without the program says so once", async () => {
  vi.stubEnv("PATH", "/nowhere");
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const notifying = notifySystemd({ NOTIFY_SOCKET: "/run/systemd/notify" }, (line) => lines.push(line));
  await expect.poll(() => lines).toEqual(["systemd cannot be notified: spawn systemd-notify ENOENT"]);
  await notifying.stop();
});

test("nothing is sent without systemd", async () => {
  const sent = await recordingProgram();
  await notifySystemd({}, () => {}).stop();
  expect(sent()).toEqual([""]);
});
