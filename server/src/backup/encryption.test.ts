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

test.each([0, 1, MB - 1, MB, MB + 1, 3 * MB])("%i bytes are the same after encryption and decryption", async (size) => {
  const bytes = Buffer.alloc(size, "some text ");
  const secret = await encrypted(bytes);
  expect(secret.includes("some text")).toBe(false);
  expect((await decrypted(secret)).equals(bytes)).toBe(true);
});

test("another passphrase is refused", async () => {
  await expect(decrypted(await encrypted(Buffer.from("secret")), "seven loud lanterns")).rejects.toThrow(
    "The backup cannot be decrypted: the passphrase is wrong, or the file is damaged.",
  );
});

test("a changed bit, and an end that is missing, are noticed", async () => {
  const secret = await encrypted(Buffer.alloc(3 * MB, 1));
  const changed = Buffer.from(secret);
  changed[2 * MB] = (changed[2 * MB] ?? 0) ^ 1;
  await expect(decrypted(changed)).rejects.toThrow(
    "The backup cannot be decrypted: the file is damaged or incomplete.",
  );
  // Exactly after the second chunk, where the rest looks like a complete file.
  const end = "GROUNDCREW ENCRYPTED BACKUP 1\n".length + 16 + 2 * (MB + 16);
  await expect(decrypted(secret.subarray(0, end))).rejects.toThrow("the file is damaged or incomplete.");
});
