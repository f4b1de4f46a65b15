import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolders } from "./make-folders.ts";

const home = mkdtempSync(join(tmpdir(), "make-folders-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("folders are made with those above them, and the topmost is named", () => {
  expect(makeFolders(join(home, "a", "b", "c"))).toBe(join(home, "a"));
  expect(makeFolders(join(home, "a", "b", "c"))).toBeNull();
  expect(existsSync(join(home, "a", "b", "c"))).toBe(true);
});

test("a file in the way is named", () => {
  writeFileSync(join(home, "file"), "");
  expect(() => makeFolders(join(home, "file", "below"))).toThrow(/EEXIST|ENOTDIR/);
});

test.skipIf(process.platform !== "linux")("where no folder can be made, it fails at once", () => {
  expect(() => makeFolders("/proc/groundcrew/pg")).toThrow(/^ENOENT.*mkdir '\/proc\/groundcrew'/);
});
