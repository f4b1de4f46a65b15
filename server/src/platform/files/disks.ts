import { stat, statfs } from "node:fs/promises";
import { imageFolder } from "./open-files.ts";

const MB = 1024 * 1024;
/** The embedded PostgreSQL crashes when there is no space for the next 16 MB segment of its write-ahead log. */
export const LEAST_FREE = 16 * MB;

/** A disk that the server writes to, and a folder on it. */
export type Disk = { name: "data" | "images" | "backups"; folder: string };

/** The folders whose disks are of interest. */
export type Folders = { dataDir: string; backupDir?: string | null };

/** The disk of DATA_DIR, and those of its image folder and of BACKUP_DIR if they are other ones. */
export async function disks({ dataDir, backupDir = null }: Folders): Promise<Disk[]> {
  const data: Disk = { name: "data", folder: dataDir };
  const others: Disk[] = [{ name: "images", folder: imageFolder(dataDir) }];
  if (backupDir !== null) others.push({ name: "backups", folder: backupDir });
  const [dataDevice, ...devices] = await Promise.all([data, ...others].map(({ folder }) => deviceOf(folder)));
  return [data, ...others.filter((_, at) => devices[at] !== null && devices[at] !== dataDevice)];
}

/** Null for a folder that does not exist yet. */
async function deviceOf(folder: string): Promise<number | null> {
  return stat(folder).then(
    ({ dev }) => dev,
    () => null,
  );
}

/**
 * Null, or a sentence that says that the disk of a folder is full. Checked separately, because writes that need no new space succeed on a full
 * disk.
 */
export async function checkDisk(folder: string, leastFree = LEAST_FREE): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return free >= leastFree ? null : `The disk that holds ${folder} is full: ${Math.floor(free / MB)} MB are left.`;
}
