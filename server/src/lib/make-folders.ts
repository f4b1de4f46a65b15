import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it; the topmost that was made, null when all were there. Node's own way of doing so never ends
 * in a place like `/proc`, where a folder that is there takes none.
 */
export function makeFolders(path: string): string | null {
  if (isFolder(path)) return null;
  const above = dirname(path) === path ? null : makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Somebody else may have made it in between.
    if (isFolder(path)) return above;
    throw error;
  }
  return above ?? path;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
