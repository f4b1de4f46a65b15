import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

/** Whether this process may mount disks: only root may, and not in every container. */
export function canMount(): boolean {
  return process.platform === "linux" && process.getuid?.() === 0 && spawnSync("unshare", ["-m", "true"]).status === 0;
}

/** A folder that is a disk of its own until the test has finished. */
export function smallDisk(megabytes: number): string {
  const folder = join(tmpdir(), `groundcrew-disk-${randomUUID()}`);
  mountDisk(folder, megabytes);
  return folder;
}

/** Makes a folder a disk of its own until the test has finished. */
export function mountDisk(folder: string, megabytes: number): void {
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], {
    encoding: "utf8",
  });
  onTestFinished(() => {
    spawnSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  expect([status, stderr]).toEqual([0, ""]);
}
