import { access, constants, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../lib/index.ts";
import { requireFileName, type FileStore } from "./file-store.ts";

/** Stores files in a folder, which is created if needed. Only this user may read them. */
export function diskStore(folder: string): FileStore {
  /** Uses 256 folders, since some file systems are slow with many thousands of files in one. */
  function pathOf(name: string): string {
    requireFileName(name);
    return join(folder, name.slice(0, 2), name);
  }

  return {
    async put(name, bytes) {
      const path = pathOf(name);
      const draft = `${path}.part`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await writeAll(draft, bytes);
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await Promise.allSettled([draft, path].map((left) => rm(left, { force: true })));
        throw error;
      }
    },

    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    },

    async remove(name) {
      const path = pathOf(name);
      // A crash during `put` may leave a `.part` file.
      await Promise.all([path, `${path}.part`].map((left) => rm(left, { force: true })));
    },
  };
}

async function writeAll(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
