import { secretKey, type Config } from "../config/index.ts";
import type { BackupOptions } from "./write-backup.ts";

type Rest = Pick<BackupOptions, "databaseUrl" | "files" | "version">;

/** The options of a backup that the configuration decides. */
export function backupOptions(config: Config, rest: Rest): Omit<BackupOptions, "file"> {
  const key = { value: secretKey(config), isKept: config.secretKey === null };
  return { ...rest, key, passphrase: config.backup.passphrase };
}
