import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Where coturn's `turnserver` is on the path; null where it is not installed. */
export function findTurnserver(path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "turnserver")).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there, or not ours to run: look further.
    return false;
  }
}
