import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { checkDisk } from "./disks.ts";

test("a nearly full disk is reported with its free space", async () => {
  const { blocks, bsize } = await statfs(tmpdir());
  expect(await checkDisk(tmpdir(), 0)).toBeNull();
  const sentence = /^The disk that holds .+ is full: \d+ MB are left\.$/;
  expect(await checkDisk(tmpdir(), blocks * bsize + 1)).toMatch(sentence);
});
