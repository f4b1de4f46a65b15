import { collect } from "../../test/collect.ts";
import { expect, test } from "vitest";
import { decrypt, encrypt } from "./encryption.ts";

const MB = 1024 * 1024;

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 300_000) yield bytes.subarray(at, at + 300_000);
}

async function encrypted(bytes: Buffer): Promise<Buffer> {
  return Buffer.concat(await collect(encrypt(inChunks(bytes), "seven quiet lanterns")));
}

async function decrypted(bytes: Buffer, passphrase = "seven quiet lanterns"): Promise<Buffer> {
  return Buffer.concat(await collect(decrypt(inChunks(bytes), passphrase)));
}

// Each key takes half a second.
const [SMALL, LARGE] = [Buffer.from("secret"), Buffer.alloc(2.5 * MB, 1)];
const [small, large] = [await encrypted(SMALL), await encrypted(LARGE)];

test.each([0, MB - 1, MB, MB + 1])("%i bytes are the same after encryption and decryption", async (size) => {
  const bytes = Buffer.alloc(size, "some text ");
  const secret = await encrypted(bytes);
  expect(secret.includes("some text")).toBe(false);
  expect((await decrypted(secret)).equals(bytes)).toBe(true);
});

test("another passphrase is refused", async () => {
  await expect(decrypted(small, "seven loud lanterns")).rejects.toThrow(
    "The backup cannot be decrypted: the passphrase is wrong, or the file is damaged.",
  );
});

const HEAD = "GROUNDCREW ENCRYPTED BACKUP 1\n".length + 16;
const CHUNK = MB + 16;

test.each<[string, (secret: Buffer) => Buffer, string]>([
  ["a changed bit", (secret) => flipped(secret, HEAD + 2 * CHUNK - 9), "the file was changed after its first 1 MB"],
  // The rest looks like a complete file.
  ["an end that is missing after a chunk", (secret) => secret.subarray(0, HEAD + 2 * CHUNK), "its end is missing"],
  ["a missing byte", (secret) => secret.subarray(0, -1), "its end is missing or was changed"],
  ["an end of a few bytes", (secret) => secret.subarray(0, HEAD + 2 * CHUNK + 7), "its end is missing or was changed"],
  [
    "a file that was copied twice",
    (secret) => Buffer.concat([secret, secret]),
    "the file contains another backup after its end, so it was perhaps copied twice",
  ],
  ["bytes after the end", (secret) => Buffer.concat([secret, Buffer.alloc(9)]), "its end is missing or was changed"],
])("%s is noticed and named", async (_, damage, reason) => {
  await expect(decrypted(damage(large))).rejects.toThrow(`The backup cannot be decrypted: ${reason}.`);
});

test("a small file that was copied twice is noticed as well", async () => {
  await expect(decrypted(Buffer.concat([small, small]))).rejects.toThrow("perhaps copied twice");
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
