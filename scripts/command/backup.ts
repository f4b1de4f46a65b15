import { resolve } from "node:path";
import { countText } from "@groundcrew/shared/lib";
import {
  insertBackup,
  restoreVerified,
  verifyBackup,
  writeBackup,
  type Manifest,
} from "../../server/src/backup/index.ts";
import { secretKey, storedKey, storeKey } from "../../server/src/platform/config/index.ts";
import {
  attachDatabase,
  connectWithoutTimeouts,
  openDatabase,
  prepareDatabase,
} from "../../server/src/platform/db/index.ts";
import { openFiles } from "../../server/src/platform/files/index.ts";
import { version } from "../../server/src/platform/version.ts";
import type { Run } from "./command.ts";

/** `groundcrew backup FILE` */
export async function backUp({ config, positionals: [name = ""], report }: Run): Promise<number> {
  const file = resolve(name);
  const database = await attachDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log: report });
  try {
    const { passphrase } = config.backup;
    const { manifest, bytes } = await writeBackup({
      file,
      databaseUrl: database.url,
      files: openFiles(config),
      key: { value: secretKey(config), isStored: config.secretKey === null },
      passphrase,
      version: version(),
    });
    const db = connectWithoutTimeouts(database.url);
    const finished = new Date().toISOString();
    const made = { taken: manifest.taken, finished, file, bytes, failure: null, is_scheduled: false };
    await insertBackup(db, made).finally(() => db.destroy());
    report(`${file} is complete: ${sizeText(bytes)}, ${contentsOf(manifest)}.`);
    const missing = manifest.images.missing.length;
    if (missing > 0) report(`Missing in the image store: ${countText(missing, "image")}.`);
    if (!manifest.key.is_included)
      report("It does not contain SECRET_KEY, which is a setting: keep that in a safe place too.");
    if (passphrase === null) report("It is not encrypted. Set BACKUP_PASSPHRASE to encrypt backups.");
    return 0;
  } finally {
    await database.stop();
  }
}

/** `groundcrew verify FILE` */
export async function verify({ config, positionals: [name = ""], report }: Run): Promise<number> {
  const manifest = await verifyBackup({ file: resolve(name), passphrase: config.backup.passphrase });
  report(`${name} is complete: ${contentsOf(manifest)}, made at ${manifest.taken} by version ${manifest.version}.`);
  return 0;
}

/** `groundcrew restore FILE` */
export async function restore({ config, positionals: [name = ""], report }: Run): Promise<number> {
  const { databaseUrl: url, migrationDatabaseUrl: ownerUrl, dataDir } = config;
  const source = { file: resolve(name), passphrase: config.backup.passphrase };
  // Before an embedded database is created.
  const manifest = await verifyBackup(source);
  const database = await openDatabase({ url, ownerUrl, dataDir, log: report, report });
  try {
    const { notes } = await restoreVerified(manifest, source, {
      ownerUrl: database.ownerUrl,
      files: openFiles(config),
      key: storedKey(config),
      storeKey: (key) => storeKey(dataDir, key),
    });
    await prepareDatabase(database, report);
    report(`Restored ${contentsOf(manifest)}, as of ${manifest.taken}.`);
    for (const note of notes) report(note);
    report(
      "Start the server: it asks stations for their events since then. What people changed after the backup is lost.",
    );
    return 0;
  } finally {
    await database.stop();
  }
}

function contentsOf({ tables, images }: Manifest): string {
  const rows = tables.reduce((sum, { rows }) => sum + rows, 0);
  return `${countText(rows, "row")} in ${countText(tables.length, "table")}, ${countText(images.stored, "image")}`;
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
