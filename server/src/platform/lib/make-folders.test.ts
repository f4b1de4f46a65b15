import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform } from "node:process";
import { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { makeFolders } from "./make-folders.ts";

const home = mkdtempSync(join(tmpdir(), "make-folders-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("folders are created with their parents, and the topmost new one is returned", () => {
  expect(makeFolders(join(home, "a", "b", "c"))).toBe(join(home, "a"));
  expect(makeFolders(join(home, "a", "b", "c"))).toBeNull();
  expect(existsSync(join(home, "a", "b", "c"))).toBe(true);
});

test.skipIf(platform === "win32")("other users cannot list what is in new folders", () => {
  makeFolders(join(home, "d", "e"));
  for (const path of ["d", "d/e"]) expect(statSync(join(home, path)).mode & 0o777).toBe(0o711);
});

test("several processes can create the same folders at once", async () => {
  const code = `
    const { makeFolders, home } = require("node:worker_threads").workerData;
    import(makeFolders).then(({ makeFolders }) => {
      for (let at = 0; at < 2_000; at++) makeFolders(home + "/" + at + "/below");
    });`;
  const workerData = { makeFolders: new URL("make-folders.ts", import.meta.url).href, home: join(home, "shared") };
  const workers = [1, 2, 3].map(() => new Worker(code, { eval: true, workerData }));
  const codes = await Promise.all(workers.map((worker) => once(worker, "exit")));
  expect(codes).toEqual([[0], [0], [0]]);
});

test("a file where a folder should be is named in the error", () => {
  writeFileSync(join(home, "file"), "");
  expect(() => makeFolders(join(home, "file", "below"))).toThrow(/EEXIST|ENOTDIR/);
});

test.skipIf(process.platform !== "linux")("it fails at once where no folder can be created", () => {
  expect(() => makeFolders("/proc/groundcrew/pg")).toThrow(/^ENOENT.*mkdir '\/proc\/groundcrew'/);
});
