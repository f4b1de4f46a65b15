import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { countText } from "@groundcrew/shared/lib";
import { insertAudit } from "../audit/index.ts";
import { loadDump, requireEmptyDatabase, type Db, type DumpPart } from "../platform/db/index.ts";
import type { FileStore } from "../platform/files/index.ts";
import { insertRestore } from "../restores/index.ts";
import { forgetSpans } from "../stats/index.ts";
import { SECRET_KEY, type Manifest } from "./manifest.ts";
import type { Entry } from "./tar.ts";
import { readBackup, sha256, verifyBackup, type BackupSource } from "./read-backup.ts";

export type RestoreTarget = {
  /** Address of an empty database, with the role that shall own the tables. */
  ownerUrl: string;
  files: Pick<FileStore, "put" | "check">;
  /** The key that is configured or kept already; null when there is none. */
  key: string | null;
  /** Stores the key of the backup where later starts find it. */
  storeKey: (key: string) => void;
};

/** The manifest of a restored backup, and sentences about how the result differs from the original. */
export type Restored = { manifest: Manifest; notes: string[] };

const decompress = promisify(zstdDecompress);

/** Parts of tables have 8 MB, and end with the row that they end in. */
const PART_MAX_BYTES = 128 * 1024 * 1024;

/** Verifies a backup and restores it into an empty installation. Rejects with one sentence. */
export async function restoreBackup(source: BackupSource, target: RestoreTarget): Promise<Restored> {
  return restoreVerified(await verifyBackup(source), source, target);
}

/**
 * Restores a backup that was verified. The database is written in one transaction, within which images are stored as they come, and the key
 * last: a backup that is refused leaves no key, and a restore that was interrupted can be repeated. Rejects with one sentence.
 */
export async function restoreVerified(
  manifest: Manifest,
  source: BackupSource,
  target: RestoreTarget,
): Promise<Restored> {
  await requireEmptyDatabase(target.ownerUrl);
  await target.files.check();
  const notes = notesOn(manifest, target.key);
  const keys: string[] = [];
  const keepOther = async ({ name, bytes }: Entry) => {
    if (name.startsWith("images/")) await target.files.put(name.slice("images/".length), bytes);
    else if (name === SECRET_KEY && target.key === null) keys.push(bytes.toString("utf8"));
  };
  const rows = Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]));
  const tables = manifest.tables.map(({ name, columns }) => ({ name, columns }));
  const head = { migrations: manifest.migrations, sequences: manifest.sequences, tables, rows };
  const finish = async (tx: Db) => {
    await recordRestore(tx, manifest);
    await forgetSpans(tx);
    keys.forEach(target.storeKey);
  };
  await loadDump(target.ownerUrl, { head, parts: partsOf(source, keepOther), finish });
  return { manifest, notes };
}

function notesOn({ key, images }: Manifest, current: string | null): string[] {
  const notes: string[] = [];
  const missing = images.missing.length;
  if (missing > 0) {
    const [were, them] = missing === 1 ? ["was", "it"] : ["were", "them"];
    notes.push(
      `${countText(missing, "image")} ${were} missing when the backup was made; the console shows none for ${them}.`,
    );
  }
  if (current === null && !key.is_included) {
    notes.push("The backup does not contain SECRET_KEY, which was a setting. Set the same one.");
  }
  if (current !== null && sha256(current) !== key.sha256) {
    notes.push(
      "SECRET_KEY differs from the one in use when the backup was made. Browsers count as unknown until they log in.",
    );
  }
  return notes;
}

/** The parts of tables; everything else goes to `keepOther`. */
async function* partsOf(source: BackupSource, keepOther: (entry: Entry) => Promise<void>): AsyncGenerator<DumpPart> {
  for await (const entry of readBackup(source)) {
    const [folder, table] = entry.name.split("/");
    if (folder === "tables" && table !== undefined) yield { table, text: await unpackPart(entry) };
    else await keepOther(entry);
  }
}

/** The text of a part. A few kilobytes could be made to fill the memory otherwise. */
export async function unpackPart({ name, bytes }: Entry): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: PART_MAX_BYTES });
  } catch (error) {
    throw new Error(`The backup is damaged: ${name} cannot be decompressed, or is too large.`, { cause: error });
  }
}

/** Also makes servers request the events that are not in the backup from stations. */
async function recordRestore(tx: Db, { taken, version }: Manifest): Promise<void> {
  const source = { principal: { kind: "server" }, action: "restoreBackup", requestId: "restore", ip: null } as const;
  await insertAudit(tx, source, { target: `backup of ${taken}`, orgId: null, after: { taken, version } });
  await insertRestore(tx, { id: randomUUID(), taken, version });
}
