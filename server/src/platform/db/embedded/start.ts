import { realpathSync, existsSync, lstatSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolders } from "../../lib/index.ts";
import { createCluster, type ClusterOptions } from "./cluster.ts";
import { explain } from "./explain.ts";
import { keepRunning, type RunningServer } from "./keep-running.ts";
import { lock } from "./lock.ts";
import { endOrphan, readPidFile } from "./pid-file.ts";
import { findPrograms, sharedFolder } from "./programs.ts";
import { changeOwner, isNobodyUser, runUser, type RunAs, canEnter } from "./run-as.ts";

export type EmbeddedOptions = {
  /** The data directory itself; created when missing. */
  dataDir: string;
  /** Receives errors and warnings. */
  log: (line: string) => void;
  /** Receives progress messages, and what users should know. Defaults to `log`. */
  report?: ((line: string) => void) | undefined;
  /** False for test data: no fsync, and the data is deleted when the server stops. */
  durable: boolean;
};

/** How long a start waits for another server that is just stopping. */
const LOCK_MS = 3_000;

/** Starts the PostgreSQL from the npm packages. Rejects with a one-sentence error. Only one server may use a data directory at a time. */
export async function startEmbedded({ dataDir, log, report = log, durable }: EmbeddedOptions): Promise<RunningServer> {
  const requestedFolder = resolve(dataDir);
  try {
    // Before the folders are created, because their owner is taken from the existing parent folder.
    const runAs = runUser(requestedFolder);
    makeParents(requestedFolder, runAs);
    // One canonical path, whatever symlinks lead to it.
    const folder = join(realpathSync(dirname(requestedFolder)), basename(requestedFolder));
    const release = await lock(`${folder}.lock`, { runAs, waitMs: LOCK_MS, busy: () => inUse(folder) });
    const server = await startLocked(folder, { runAs, durable, log, report }).catch((error: unknown) => {
      release();
      throw error;
    });
    const stop = async () => {
      try {
        await server.stop();
        if (!durable) discardData(folder);
      } finally {
        release();
      }
    };
    let stopping: Promise<void> | null = null;
    return { ...server, stop: () => (stopping ??= stop()) };
  } catch (error) {
    throw explain(error, requestedFolder);
  }
}

type Start = Pick<ClusterOptions, "runAs" | "durable" | "log"> & { report: (line: string) => void };

async function startLocked(folder: string, start: Start): Promise<RunningServer> {
  const data = dataHome(folder, start.runAs, start.report);
  if (data === folder) return startOn(data, start);
  // A copy of the folder that contains the link points to the same data.
  const release = await lock(`${data}.lock`, { runAs: start.runAs, waitMs: LOCK_MS, busy: () => inUse(folder) });
  const server = await startOn(data, start).catch((error: unknown) => {
    release();
    throw error;
  });
  return { ...server, stop: () => server.stop().finally(release) };
}

async function startOn(data: string, { runAs, durable, log, report }: Start): Promise<RunningServer> {
  const programs = await findPrograms(runAs, report);
  await endOrphan({ data, bin: programs.bin, log });
  const options = { data, programs, runAs, durable, log };
  await createCluster({ ...options, log: report });
  return keepRunning(options);
}

/** New folders belong to the owner of the parent folder (for example with sudo in a checkout), but never to nobody. */
function makeParents(path: string, runAs: RunAs): void {
  const parent = dirname(path);
  const firstMade = makeFolders(parent);
  if (firstMade === null || isNobodyUser(runAs)) return;
  for (let folder = parent; folder.length >= firstMade.length; folder = dirname(folder)) changeOwner(folder, runAs);
}

function inUse(folder: string): string {
  const { pid } = readPidFile(folder);
  const which = pid === 0 ? "" : ` (database process ${pid})`;
  return `The data in ${dirname(folder)} is in use by another running Groundcrew${which}. Stop that one first, or choose another DATA_DIR.`;
}

/**
 * The folder that actually contains the data. PostgreSQL's user cannot enter a home folder with mode 0700 (such as `/root`), so there the
 * requested path becomes a symbolic link to a folder outside.
 */
function dataHome(folder: string, runAs: RunAs, log: (line: string) => void): string {
  const linked = linkTarget(folder);
  if (linked !== null) return linked;
  if (canEnter(dirname(folder), runAs)) return folder;
  if (existsSync(folder)) {
    const advice = "Move that folder where the user can, and leave a symbolic link.";
    throw new Error(`PostgreSQL must run as user ${runAs.uid} here, who cannot enter ${folder}. ${advice}`);
  }
  // A new folder each time, so that deleting the link starts with an empty database.
  const home = mkdtempSync(join(sharedFolder(), `${folder.replaceAll("/", "-").slice(1)}-`));
  changeOwner(home, runAs);
  symlinkSync(join(home, "data"), folder);
  const why = `PostgreSQL must not run as root, and other users cannot enter ${dirname(folder)}`;
  log(`The database lies in ${home}, linked from ${folder}: ${why}.`);
  return join(home, "data");
}

/** Deletes temporary data with its link and its lock file. */
function discardData(folder: string): void {
  const linked = linkTarget(folder);
  const leftovers = [...(linked === null ? [] : [dirname(linked)]), folder, `${folder}.lock`];
  for (const path of leftovers) rmSync(path, { recursive: true, force: true });
}

function linkTarget(folder: string): string | null {
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? resolve(dirname(folder), readlinkSync(folder)) : null;
}
