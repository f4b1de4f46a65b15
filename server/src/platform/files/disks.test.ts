import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { checkDisk, disks } from "./disks.ts";

test("a nearly full disk is reported with its free space", async () => {
  const { blocks, bsize } = await statfs(tmpdir());
  expect(await checkDisk(tmpdir(), 0)).toBeNull();
  const sentence = /^The disk that holds .+ is full: \d+ MB are left\.$/;
  expect(await checkDisk(tmpdir(), blocks * bsize + 1)).toMatch(sentence);
});

test.runIf(existsSync("/proc"))(
  "a disk for backups alone is one of the disks, and one shared with DATA_DIR is not",
  async () => {
    const data = { name: "data", folder: tmpdir() };
    expect(await disks({ dataDir: tmpdir(), backupDir: "/proc" })).toEqual([
      data,
      { name: "backups", folder: "/proc" },
    ]);
    expect(await disks({ dataDir: tmpdir(), backupDir: tmpdir() })).toEqual([data]);
    expect(await disks({ dataDir: tmpdir(), backupDir: "/absent" })).toEqual([data]);
  },
);
