import { realpathSync, existsSync, lstatSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolders } from "../../lib/index.ts";
import { createCluster, type ClusterOptions } from "./cluster.ts";
import { explain } from "./explain.ts";
import { keepRunning, type RunningServer } from "./keep-running.ts";
import { lock } from "./lock.ts";
import { endOrphan, readPidFile } from "./pid-file.ts";
import { findPrograms, sharedFolder } from "./programs.ts";
import { give, isNobody, runUser, type RunAs, canEnter } from "./run-as.ts";

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
  const asked = resolve(dataDir);
  try {
    // Before the folders are created, because their owner is taken from the existing parent folder.
    const runAs = runUser(asked);
    makeParents(asked, runAs);
    // One canonical path, whatever symlinks lead to it.
    const place = join(realpathSync(dirname(asked)), basename(asked));
    const release = await lock(`${place}.lock`, { runAs, waitMs: LOCK_MS, busy: () => inUse(place) });
    const server = await startLocked(place, { runAs, durable, log, report }).catch((error: unknown) => {
      release();
      throw error;
    });
    const stop = async () => {
      try {
        await server.stop();
        if (!durable) discardData(place);
      } finally {
        release();
      }
    };
    let stopping: Promise<void> | null = null;
    return { ...server, stop: () => (stopping ??= stop()) };
  } catch (error) {
    throw explain(error, asked);
  }
}

type Start = Pick<ClusterOptions, "runAs" | "durable" | "log"> & { report: (line: string) => void };

async function startLocked(place: string, start: Start): Promise<RunningServer> {
  const data = dataHome(place, start.runAs, start.report);
  if (data === place) return startOn(data, start);
  // A copy of the folder that contains the link points to the same data.
  const release = await lock(`${data}.lock`, { runAs: start.runAs, waitMs: LOCK_MS, busy: () => inUse(place) });
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
  if (firstMade === null || isNobody(runAs)) return;
  for (let folder = parent; folder.length >= firstMade.length; folder = dirname(folder)) give(folder, runAs);
}

function inUse(place: string): string {
  const { pid } = readPidFile(place);
  const which = pid === 0 ? "" : ` (database process ${pid})`;
  return `The data in ${dirname(place)} is in use by another running Groundcrew${which}. Stop that one first, or choose another DATA_DIR.`;
}

/**
 * The folder that actually contains the data. PostgreSQL's user cannot enter a home folder with mode 0700 (such as `/root`), so there the
 * requested path becomes a symbolic link to a folder outside.
 */
function dataHome(place: string, runAs: RunAs, log: (line: string) => void): string {
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
function discardData(place: string): void {
  const linked = linkTarget(place);
  const litter = [...(linked === null ? [] : [dirname(linked)]), place, `${place}.lock`];
  for (const path of litter) rmSync(path, { recursive: true, force: true });
}

function linkTarget(place: string): string | null {
  const isLink = lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? resolve(dirname(place), readlinkSync(place)) : null;
}
