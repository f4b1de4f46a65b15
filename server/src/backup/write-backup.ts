import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { existsSync, linkSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import { listImages, openDump, type Dump, type DumpedTable } from "../platform/db/index.ts";
import type { FileStore } from "../platform/files/index.ts";
import { syncFolder } from "../platform/lib/index.ts";
import { encrypt } from "./encryption.ts";
import { existsAlready, writeFailure } from "./file-failure.ts";
import { MANIFEST, MANIFEST_SUM, SECRET_KEY, type Manifest } from "./manifest.ts";
import { sha256 } from "./read-backup.ts";
import { ARCHIVE_END, entryBlocks, type Entry } from "./tar.ts";

export type BackupOptions = {
  /** Where to write the backup; it must not exist. */
  file: string;
  /** Address of the database, with any role that can read all tables. */
  databaseUrl: string;
  files: Pick<FileStore, "get">;
  /** The server's secret key, and whether it is stored in the data directory instead of being a setting. */
  key: { value: string; isStored: boolean };
  /** Encrypts the backup. */
  passphrase: string | null;
  version: string;
  /** Stops the backup, which then rejects and leaves no file. */
  signal?: AbortSignal;
};

const compress = promisify(zstdCompress);

/**
 * Writes a backup of the whole installation while it runs: database, images and key, in one file. The database is as it was at one
 * moment. The file gets its name only when it is complete. Rejects with one sentence, or with the failure of the database.
 */
export async function writeBackup(options: BackupOptions): Promise<{ manifest: Manifest; bytes: number }> {
  const { file, passphrase, signal } = options;
  requireFree(file);
  // Another backup to the same file may be running.
  const part = `${file}.${randomBytes(4).toString("hex")}.part`;
  const written: { manifest: Manifest | null } = { manifest: null };
  async function* blocks(): AsyncGenerator<Buffer> {
    written.manifest = yield* archive(options);
  }
  try {
    const chunks = passphrase === null ? blocks() : encrypt(blocks(), passphrase);
    const bytes = await writeAll(part, chunks, { file, signal });
    const { manifest } = written;
    if (manifest === null) throw new Error("The backup has no manifest.");
    giveName(part, file);
    await syncFolder(dirname(file));
    return { manifest, bytes };
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * The blocks of the archive; returns its manifest. Most images are copied before the database's snapshot is taken, because an open snapshot
 * keeps PostgreSQL from cleaning up, and images take far longer than rows. Those that were added meanwhile follow within it.
 */
async function* archive(options: BackupOptions): AsyncGenerator<Buffer, Manifest> {
  const { databaseUrl, files, key, version } = options;
  const early = await listImages(databaseUrl);
  const modifiedS = Math.floor(Date.now() / 1_000);
  const parts: Manifest["parts"] = [];
  function* add(entry: Entry): Generator<Buffer> {
    parts.push({ name: entry.name, bytes: entry.bytes.length, sha256: sha256(entry.bytes) });
    yield* entryBlocks(entry, modifiedS);
  }

  const stored = new Set<string>();
  /** Adds an image, unless it is there already or is missing. */
  async function* addImage(file: string): AsyncGenerator<Buffer> {
    const bytes = stored.has(file) ? null : await files.get(file);
    if (bytes === null) return;
    stored.add(file);
    yield* add({ name: `images/${file}`, bytes: Buffer.from(bytes) });
  }

  if (key.isStored) yield* add({ name: SECRET_KEY, bytes: Buffer.from(key.value) });
  for (const { file } of early) yield* addImage(file);
  const dump = await openDump(databaseUrl);
  try {
    const shown = await dump.images();
    for (const { file } of shown) yield* addImage(file);
    const missing = shown.flatMap(({ file, is_shown }) => (is_shown && !stored.has(file) ? [file] : []));
    const tables: Manifest["tables"] = [];
    for (const table of dump.tables) {
      let rows = 0;
      for await (const part of compressed(dump, table)) {
        rows += part.rows;
        yield* add(part);
      }
      tables.push({ ...table, rows });
    }
    const { taken, migrations, sequences } = dump;
    const images: Manifest["images"] = { stored: stored.size, missing };
    const about = { version, taken, migrations, tables, sequences, images, parts };
    const manifest: Manifest = { format: 1, ...about, key: { sha256: sha256(key.value), is_included: key.isStored } };
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    yield* entryBlocks({ name: MANIFEST, bytes: text }, modifiedS);
    yield* entryBlocks({ name: MANIFEST_SUM, bytes: Buffer.from(sha256(text)) }, modifiedS);
    yield ARCHIVE_END;
    return manifest;
  } finally {
    await dump.close();
  }
}

async function* compressed(dump: Dump, table: DumpedTable): AsyncGenerator<Entry & { rows: number }> {
  let number = 0;
  for await (const { text, rows } of dump.rows(table)) {
    number += 1;
    const name = `tables/${table.name}/${String(number).padStart(6, "0")}.copy.zst`;
    yield { name, bytes: await compress(text), rows };
  }
}

function requireFree(file: string): void {
  if (existsSync(file)) throw new Error(existsAlready(file));
}

/**
 * Names a whole backup, unless another one has just taken the name. A link fails then, and a kill leaves no file under the name that is not whole. Disks
 * with exFAT and some network shares have no links.
 */
function giveName(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch {
    requireFree(file);
    try {
      renameSync(part, file);
    } catch (error) {
      throw writeFailure(error, file);
    }
  }
}

type Written = { file: string; signal: AbortSignal | undefined };

/**
 * Writes the backup of `file` to a new file that only this user may read, and to the disk. Returns the number of bytes. Failures to write
 * are sentences; those of `chunks` are left as they are.
 */
async function writeAll(path: string, chunks: AsyncIterable<Buffer>, { file, signal }: Written): Promise<number> {
  const explained = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw writeFailure(error, file);
    });
  const part = await explained(open(path, "wx", 0o600));
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      await explained(part.writeFile(chunk));
      bytes += chunk.length;
    }
    await explained(part.sync());
  } finally {
    await part.close();
  }
  return bytes;
}
