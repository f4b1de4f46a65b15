import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const NAME = /^groundcrew-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.backup(\.[0-9a-f]{8}\.part)?$/;

/** The name of a scheduled backup that begins at a time (ms). Names in order are in the order of their times. */
export function backupName(atMs: number): string {
  return `groundcrew-${new Date(atMs).toISOString().slice(0, 19).replaceAll(":", "")}Z.backup`;
}

/** The paths of the complete scheduled backups in a folder, newest first; none if there is no such folder. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  return names
    .filter((name) => !name.endsWith(".part"))
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name));
}

/** The time in the name of a scheduled backup, in ms. */
export function timeInName(path: string): number | null {
  const [, day, hour, minute, second] = NAME.exec(path.slice(path.lastIndexOf("groundcrew-"))) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hour}:${minute}:${second}.000Z`);
}

/** Deletes the files of backups that were killed. */
export async function removePartial(folder: string): Promise<void> {
  const partial = (await namesIn(folder)).filter((name) => name.endsWith(".part"));
  for (const name of partial) await rm(join(folder, name), { force: true });
}

/**
 * Deletes the oldest of the backups that this database knows, so that `keep` remain. Other files are left alone, such as the backups of a
 * database that was lost. Returns the number deleted.
 */
export async function removeOldBackups(
  folder: string,
  { known, keep }: { known: ReadonlySet<string>; keep: number },
): Promise<number> {
  const own = (await backupsIn(folder)).filter((path) => known.has(path));
  const old = own.slice(keep);
  for (const path of old) await rm(path, { force: true });
  return old.length;
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => NAME.test(name));
}
