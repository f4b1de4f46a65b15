import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openS3Server } from "../../../test/s3-server.ts";
import { newFileName } from "./file-store.ts";
import { s3Store } from "./s3-store.ts";

const home = await mkdtemp(join(tmpdir(), "s3-"));
const s3 = await openS3Server(home);
const bytes = Buffer.from("bytes");
afterAll(async () => {
  await s3.stop();
  await rm(home, { recursive: true, force: true });
});

test("two servers share files", async () => {
  const name = newFileName();
  await s3Store(s3.access).put(name, bytes);
  expect(Buffer.from((await s3Store(s3.access).get(name)) ?? [])).toEqual(bytes);
});

test("a file cannot be read without the key", async () => {
  const name = newFileName();
  await s3Store(s3.access).put(name, bytes);
  const forbidden = s3Store({ ...s3.access, accessKeyId: "guessed" });
  await expect(forbidden.get(name)).rejects.toThrow("The image store answered GET with 403 (InvalidAccessKeyId).");
  await expect(forbidden.check()).rejects.toThrow("403");
  await expect(forbidden.remove(name)).rejects.toThrow("403");
  await expect(forbidden.put(newFileName(), bytes)).rejects.toThrow("403");
  expect(await s3Store(s3.access).get(name)).not.toBeNull();
});

test("a bucket that does not exist is a failure, not a missing file", async () => {
  const misdirected = s3Store({ ...s3.access, bucket: "elsewhere" });
  await expect(misdirected.get(newFileName())).rejects.toThrow("The image store has no bucket elsewhere.");
  await expect(misdirected.check()).rejects.toThrow("The image store has no bucket elsewhere.");
  await expect(misdirected.put(newFileName(), bytes)).rejects.toThrow("The image store answered PUT with 404");
});

test("an unavailable store fails, and works again when it is back", async () => {
  const store = s3Store(s3.access);
  const name = newFileName();
  await store.put(name, bytes);
  await s3.kill();
  await expect(store.get(name)).rejects.toThrow("fetch failed");
  await expect(store.put(newFileName(), bytes)).rejects.toThrow("fetch failed");
  await expect(store.check()).rejects.toThrow("The image store cannot be reached");
  await s3.restart();
  await store.check();
  expect(await store.get(name)).not.toBeNull();
});
