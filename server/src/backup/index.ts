export { backupsIn, timeInName } from "./backup-folder.ts";
export { insertBackup } from "./backup-queries.ts";
export { type Manifest } from "./manifest.ts";
export { watchBackups } from "./metrics.ts";
export { verifyBackup } from "./read-backup.ts";
export { restoreBackup, restoreVerified, unpackPart } from "./restore-backup.ts";
export { backupRoutes } from "./routes.ts";
export { startScheduledBackups } from "./scheduled-backups.ts";
export { writeBackup } from "./write-backup.ts";
