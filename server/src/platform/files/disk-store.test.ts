import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskStore } from "./disk-store.ts";
import { newFileName, type FileStore } from "./file-store.ts";

let home: string;
let store: FileStore;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "files-"));
  store = diskStore(join(home, "images"));
});

afterEach(() => rm(home, { recursive: true, force: true }));

/** All files below the home folder. */
async function files(): Promise<string[]> {
  const found = await readdir(home, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

const bytes = Buffer.from("bytes");

test("only the server's own user may read a file, and no temporary file is left", async () => {
  const name = newFileName();
  await store.put(name, bytes);
  expect(await files()).toEqual([name]);
  const { mode } = await stat(join(home, "images", name.slice(0, 2), name));
  expect(mode & 0o777).toBe(0o600);
});

test("a put that fails leaves no file behind", async () => {
  const name = newFileName();
  await mkdir(join(home, "images", name.slice(0, 2), name), { recursive: true });
  await expect(store.put(name, bytes)).rejects.toThrow("EISDIR");
  expect(await files()).toEqual([]);
});

test("what remains of a put that crashed is removed with the file", async () => {
  const name = newFileName();
  await mkdir(join(home, "images", name.slice(0, 2)), { recursive: true });
  await writeFile(join(home, "images", name.slice(0, 2), `${name}.part`), "half");
  expect(await store.get(name)).toBeNull();
  await store.remove(name);
  expect(await files()).toEqual([]);
});

test("a folder that cannot be created is reported before the first file", async () => {
  await writeFile(join(home, "images"), "not a folder");
  await expect(store.check()).rejects.toThrow("EEXIST");
});
