import { stat, statfs } from "node:fs/promises";
import { imageFolder } from "./open-files.ts";

const MB = 1024 * 1024;
/** The embedded PostgreSQL crashes when there is no space for the next 16 MB segment of its write-ahead log. */
const LEAST_FREE = 16 * MB;

/** A disk that the server writes to, and a folder on it. */
export type Disk = { name: "data" | "images"; folder: string };

/** The disk of DATA_DIR, and that of its image folder if another one is mounted there. */
export async function disks(dataDir: string): Promise<Disk[]> {
  const data = { name: "data", folder: dataDir } as const;
  const images = { name: "images", folder: imageFolder(dataDir) } as const;
  const [dataDevice, imageDevice] = await Promise.all([deviceOf(dataDir), deviceOf(images.folder)]);
  return imageDevice === null || imageDevice === dataDevice ? [data] : [data, images];
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
