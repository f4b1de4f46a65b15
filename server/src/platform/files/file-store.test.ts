import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openS3Server } from "../../../test/s3-server.ts";
import { diskStore, newFileName, s3Store, type FileStore } from "./index.ts";

const home = await mkdtemp(join(tmpdir(), "files-"));
const s3 = await openS3Server(join(home, "s3"));
afterAll(async () => {
  await s3.stop();
  await rm(home, { recursive: true, force: true });
});

const stores: { name: string; store: FileStore }[] = [
  { name: "a folder", store: diskStore(join(home, "images")) },
  { name: "an S3-compatible store", store: s3Store(s3.access) },
];

describe.each(stores)("files in $name", ({ store }) => {
  test("the check passes, before the first file and after", async () => {
    await expect(store.check()).resolves.toBeUndefined();
    await store.put(newFileName(), Buffer.from("x"));
    await expect(store.check()).resolves.toBeUndefined();
  });

  test("a stored file can be read until it is removed", async () => {
    const name = newFileName();
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    expect(await store.get(name)).toBeNull();
    await store.put(name, bytes);
    expect(Buffer.from((await store.get(name)) ?? [])).toEqual(bytes);
    await store.remove(name);
    expect(await store.get(name)).toBeNull();
    await store.remove(name);
  });

  test("a file of 10 MB is read back unchanged", async () => {
    const name = newFileName();
    const bytes = Buffer.alloc(10 * 1024 * 1024, "image");
    await store.put(name, bytes);
    expect(bytes.equals((await store.get(name)) ?? Buffer.of())).toBe(true);
  });

  test("many files can be stored and read at once", async () => {
    const names = Array.from({ length: 20 }, newFileName);
    await Promise.all(names.map((name) => store.put(name, Buffer.from(name))));
    const got = await Promise.all(names.map((name) => store.get(name)));
    expect(got.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(names);
  });

  test.each(["../../secret-key", "..", "", "a/b", "A".repeat(32), `${"a".repeat(32)}\n`, `${"a".repeat(31)}/`])(
    "no name from outside leads anywhere: %j",
    async (name) => {
      await expect(store.get(name)).rejects.toThrow("is no name of a file");
      await expect(store.put(name, Buffer.from("x"))).rejects.toThrow("is no name of a file");
      await expect(store.remove(name)).rejects.toThrow("is no name of a file");
    },
  );
});
