export { type Manifest } from "./manifest.ts";
export { verifyBackup, type BackupSource } from "./read-backup.ts";
export { restoreBackup, type Restored } from "./restore-backup.ts";
export { writeBackup } from "./write-backup.ts";
