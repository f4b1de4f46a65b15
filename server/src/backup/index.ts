export { type Manifest } from "./manifest.ts";
export { verifyBackup } from "./read-backup.ts";
export { restoreBackup } from "./restore-backup.ts";
export { writeBackup } from "./write-backup.ts";
