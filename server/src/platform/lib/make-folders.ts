import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Other users, such as that of PostgreSQL, may pass through a folder but not list its contents. */
export const OTHERS_PASS = 0o711;

/**
 * Creates a folder and its parents; returns the topmost one that was created, null when all existed. `mkdirSync` with `recursive` never
 * returns in folders like `/proc`, in which nothing can be created.
 */
export function makeFolders(path: string): string | null {
  if (isFolder(path)) return null;
  const above = dirname(path) === path ? null : makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: OTHERS_PASS });
  } catch (error) {
    // Another process may have created it in between.
    if (isFolder(path)) return above;
    throw error;
  }
  return above ?? path;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
