import fs from "node:fs";
import promises, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { vi } from "vitest";

/** What a disk does wrong at a call: it fails, or has no space after half of what is written. */
export type DiskFailure = "EIO" | "ENOSPC";

/** Decides about each call that writes to a disk. */
type Disk = {
  isFailing: () => boolean;
  error: () => Error;
  /** What is written of some bytes before a call fails. */
  written: (bytes: unknown) => string | Uint8Array;
};

/**
 * Runs something while the call number `nth` that writes to a disk fails: one that creates a folder or a file, writes, syncs, renames
 * or links. Returns its result, and whether there was such a call. What removes files works.
 */
export async function withFailingCall<T>(
  { nth, failure }: { nth: number; failure: DiskFailure },
  work: () => T | Promise<T>,
): Promise<{ hasFailed: boolean; result: PromiseSettledResult<T> }> {
  let count = 0;
  const disk: Disk = {
    isFailing: () => (count += 1) === nth,
    error: () => Object.assign(new Error(`${failure}: injected`), { code: failure }),
    written: (bytes) =>
      failure === "ENOSPC" && (typeof bytes === "string" || bytes instanceof Uint8Array)
        ? bytes.slice(0, bytes.length / 2)
        : "",
  };
  replacePromises(disk);
  replaceSynchronous(disk);
  syncBuiltinESMExports();
  try {
    const [result] = await Promise.allSettled([new Promise<T>((resolve) => resolve(work()))]);
    return { hasFailed: count >= nth, result };
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
}

function replacePromises(disk: Disk): void {
  const { mkdir, open, writeFile, rename } = promises;
  vi.spyOn(promises, "mkdir").mockImplementation(async (...args) => {
    if (disk.isFailing()) throw disk.error();
    return mkdir(...args);
  });
  vi.spyOn(promises, "open").mockImplementation(async (...args) => {
    if (disk.isFailing()) throw disk.error();
    const handle = await open(...args);
    replaceHandle(handle, disk);
    return handle;
  });
  vi.spyOn(promises, "writeFile").mockImplementation(async (path, bytes, options) => {
    if (!disk.isFailing()) return writeFile(path, bytes, options);
    await writeFile(path, disk.written(bytes), options);
    throw disk.error();
  });
  vi.spyOn(promises, "rename").mockImplementation(async (...args) => {
    if (disk.isFailing()) throw disk.error();
    return rename(...args);
  });
}

function replaceHandle(handle: FileHandle, disk: Disk): void {
  const [writeFile, sync] = [handle.writeFile.bind(handle), handle.sync.bind(handle)];
  vi.spyOn(handle, "writeFile").mockImplementation(async (bytes, options) => {
    if (!disk.isFailing()) return writeFile(bytes, options);
    await writeFile(disk.written(bytes), options);
    throw disk.error();
  });
  vi.spyOn(handle, "sync").mockImplementation(async () => {
    if (disk.isFailing()) throw disk.error();
    return sync();
  });
}

function replaceSynchronous(disk: Disk): void {
  const { mkdirSync, writeFileSync, linkSync } = fs;
  vi.spyOn(fs, "mkdirSync").mockImplementation((...args) => {
    if (disk.isFailing()) throw disk.error();
    return mkdirSync(...args);
  });
  vi.spyOn(fs, "writeFileSync").mockImplementation((path, bytes, options) => {
    if (!disk.isFailing()) return writeFileSync(path, bytes, options);
    writeFileSync(path, disk.written(bytes), options);
    throw disk.error();
  });
  vi.spyOn(fs, "linkSync").mockImplementation((...args) => {
    if (disk.isFailing()) throw disk.error();
    return linkSync(...args);
  });
}
