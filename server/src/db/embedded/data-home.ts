import { existsSync, lstatSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sharedFolder } from "./programs.ts";
import { canEnter, give, type RunAs } from "./run-as.ts";

/**
 * The folder that actually contains the data. PostgreSQL's user cannot enter a home folder with mode 0700 (such as `/root`), so there the
 * requested path becomes a symbolic link to a folder outside.
 */
export function dataHome(place: string, runAs: RunAs, log: (line: string) => void): string {
  const linked = linkTarget(place);
  if (linked !== null) return linked;
  if (canEnter(dirname(place), runAs)) return place;
  if (existsSync(place)) {
    const cure = "Move that folder where the user can, and leave a symbolic link.";
    throw new Error(`PostgreSQL must run as user ${runAs.uid} here, who cannot enter ${place}. ${cure}`);
  }
  // A new folder each time, so that deleting the link starts with an empty database.
  const home = mkdtempSync(join(sharedFolder(), `${place.replaceAll("/", "-").slice(1)}-`));
  give(home, runAs);
  symlinkSync(join(home, "data"), place);
  const why = `PostgreSQL must not run as root, and other users cannot enter ${dirname(place)}`;
  log(`The database lies in ${home}, linked from ${place}: ${why}.`);
  return join(home, "data");
}

/** Deletes temporary data with its link and its lock file. */
export function discardData(place: string): void {
  const linked = linkTarget(place);
  const litter = [...(linked === null ? [] : [dirname(linked)]), place, `${place}.lock`];
  for (const path of litter) rmSync(path, { recursive: true, force: true });
}

function linkTarget(place: string): string | null {
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? resolve(dirname(place), readlinkSync(place)) : null;
}
