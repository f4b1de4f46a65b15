import { accessSync, constants, existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Finding } from "@groundcrew/shared/system";
import type { Config } from "../platform/config/index.ts";
import { checkDisk as checkFreeSpace, disks, type Disk } from "../platform/files/index.ts";

const MB = 1024 * 1024;
const LOW_MB = 2_048;

/** The disks of DATA_DIR, images and backups. */
export async function checkDisks({ dataDir, backup: { schedule } }: Config): Promise<Finding[]> {
  const found = await disks({ dataDir: existing(dataDir), backupDir: schedule?.folder ?? null });
  return Promise.all(found.map((disk) => checkDisk(disk)));
}

async function checkDisk({ name, folder }: Disk): Promise<Finding> {
  const about = "disk";
  // Of backups, `checkBackups` says so.
  if (name !== "backups" && !isWritable(folder)) {
    const sentence = `This user may not write to ${folder}. Choose another DATA_DIR, or start as its owner.`;
    return { about, state: "problem", sentence };
  }
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MB);
  const left = free < 10 * LOW_MB ? `${free} MB are` : `${Math.floor(free / 1_024)} GB are`;
  const problem = await checkFreeSpace(folder);
  if (problem !== null) return { about, state: "problem", sentence: `${problem} Free some space.` };
  const state = free < LOW_MB ? "note" : "ok";
  const advice = state === "note" ? ` Less than ${LOW_MB} MB is little: free some space soon.` : "";
  return { about, state, sentence: `${left} free for ${folder}.${advice}` };
}

/** A folder, or the nearest one above it that exists. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
