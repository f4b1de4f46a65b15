import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of coturn's `turnserver` in the folders of `path`; null when it is not installed. */
export function findTurnserver(path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "turnserver")).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable: try the next folder.
    return false;
  }
}
