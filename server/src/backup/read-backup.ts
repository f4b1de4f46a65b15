import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { decrypt, MAGIC } from "./encryption.ts";
import { readFailure } from "./file-failure.ts";
import { manifest, MANIFEST, MANIFEST_SUM, type Manifest } from "./manifest.ts";
import { beginsArchive, BLOCK, readEntries, type Entry } from "./tar.ts";

/** A backup, and the passphrase in case it is encrypted. */
export type BackupSource = { file: string; passphrase: string | null };

const READ_BYTES = 1024 * 1024;

/** Reads a whole backup, compares all checksums and returns its contents. Rejects with one sentence if anything is wrong. */
export async function verifyBackup(source: BackupSource): Promise<Manifest> {
  const found = new Map<string, Manifest["parts"][number]>();
  let text: Buffer | null = null;
  let sum: string | null = null;
  for await (const { name, bytes } of readBackup(source)) {
    if (name === MANIFEST) text = bytes;
    else if (name === MANIFEST_SUM) sum = bytes.toString("utf8");
    else found.set(name, { name, bytes: bytes.length, sha256: sha256(bytes) });
  }
  if (text === null || sum !== sha256(text)) {
    throw new Error("The file is not a complete backup: its manifest is missing or damaged.");
  }
  const described = manifest.safeParse(JSON.parse(text.toString("utf8")));
  if (!described.success) throw new Error("The backup has a format that this version does not know.");
  for (const part of described.data.parts) {
    const same = found.get(part.name);
    if (!same) throw new Error(`The backup is incomplete: ${part.name} is missing.`);
    if (same.sha256 !== part.sha256) throw new Error(`The backup is damaged: ${part.name} has another checksum.`);
    found.delete(part.name);
  }
  const [extra] = found.keys();
  if (extra !== undefined) throw new Error(`The backup contains ${extra}, which its manifest does not name.`);
  return described.data;
}

/** The files in a backup, in order. Their checksums are not compared. */
export async function* readBackup({ file, passphrase }: BackupSource): AsyncGenerator<Entry> {
  const isEncrypted = (await kindOf(file)) === "encrypted";
  if (isEncrypted && passphrase === null) throw new Error("The backup is encrypted. Set BACKUP_PASSPHRASE.");
  const bytes = createReadStream(file, { highWaterMark: READ_BYTES });
  yield* readEntries(isEncrypted && passphrase !== null ? decrypt(bytes, passphrase) : bytes);
}

export function sha256(bytes: Buffer | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Rejects with a sentence for a file that is no backup or cannot be read. */
async function kindOf(file: string): Promise<"encrypted" | "plain"> {
  const start = await readStart(file).catch((error: unknown) => {
    throw readFailure(error, file);
  });
  if (start.subarray(0, MAGIC.length).equals(MAGIC)) return "encrypted";
  if (beginsArchive(start)) return "plain";
  throw new Error(`${file} is not a backup, or its beginning is damaged.`);
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer } = await handle.read(Buffer.alloc(BLOCK), 0, BLOCK, 0);
    return buffer;
  } finally {
    await handle.close();
  }
}
