import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first program of these names on the PATH or in `extraFolders`; null if there is none. */
export function findProgram(names: readonly string[], extraFolders: readonly string[] = []): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...extraFolders];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isProgram) ?? null;
}

export function isProgram(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not executable by this user.
    return false;
  }
}
