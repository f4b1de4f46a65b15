import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { vi } from "vitest";

/** What a disk does wrong at a call: it fails, or has no space after half of what is written. */
export type DiskFailure = "EIO" | "ENOSPC";

/**
 * Runs something while the call number `nth` that writes to a disk fails: one that creates a folder or a file, writes, syncs, renames
 * or links. Returns its result, and whether there was such a call. What removes files works.
 */
export async function withFailingCall<T>(
  { nth, failure }: { nth: number; failure: DiskFailure },
  work: () => T | Promise<T>,
): Promise<{ hasFailed: boolean; result: PromiseSettledResult<T> }> {
  let count = 0;
  const isFailing = () => (count += 1) === nth;
  const error = () => Object.assign(new Error(`${failure}: injected`), { code: failure });
  const handle = await promises.open(tmpdir(), "r");
  const handles: typeof handle = Object.getPrototypeOf(handle);
  await handle.close();
  const { mkdir, open, writeFile, rename } = promises;
  const { mkdirSync, writeFileSync, linkSync } = fs;
  const { writeFile: writeHandle, sync } = handles;
  /** Half of what is to be written; nothing when the disk fails at once. */
  const half = (bytes: unknown) =>
    failure === "ENOSPC" && (typeof bytes === "string" || bytes instanceof Uint8Array)
      ? bytes.slice(0, bytes.length / 2)
      : "";

  vi.spyOn(promises, "mkdir").mockImplementation(async (...args) => {
    if (isFailing()) throw error();
    return mkdir(...args);
  });
  vi.spyOn(promises, "open").mockImplementation(async (...args) => {
    if (isFailing()) throw error();
    return open(...args);
  });
  vi.spyOn(promises, "writeFile").mockImplementation(async (path, bytes, options) => {
    if (!isFailing()) return writeFile(path, bytes, options);
    await writeFile(path, half(bytes), options);
    throw error();
  });
  vi.spyOn(promises, "rename").mockImplementation(async (...args) => {
    if (isFailing()) throw error();
    return rename(...args);
  });
  vi.spyOn(handles, "writeFile").mockImplementation(async function write(this: typeof handle, bytes, options) {
    if (!isFailing()) return writeHandle.call(this, bytes, options);
    await writeHandle.call(this, half(bytes), options);
    throw error();
  });
  vi.spyOn(handles, "sync").mockImplementation(async function syncing(this: typeof handle) {
    if (isFailing()) throw error();
    return sync.call(this);
  });
  vi.spyOn(fs, "mkdirSync").mockImplementation((...args) => {
    if (isFailing()) throw error();
    return mkdirSync(...args);
  });
  vi.spyOn(fs, "writeFileSync").mockImplementation((path, bytes, options) => {
    if (!isFailing()) return writeFileSync(path, bytes, options);
    writeFileSync(path, half(bytes), options);
    throw error();
  });
  vi.spyOn(fs, "linkSync").mockImplementation((...args) => {
    if (isFailing()) throw error();
    return linkSync(...args);
  });
  syncBuiltinESMExports();
  try {
    const [result] = await Promise.allSettled([new Promise<T>((resolve) => resolve(work()))]);
    return { hasFailed: count >= nth, result };
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
}
