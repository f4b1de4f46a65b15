import { mkdir, statfs } from "node:fs/promises";
import type { Config } from "./config/index.ts";
import { checkWritable, migrationsPending, type SharedDb } from "./db/index.ts";
import type { FileStore } from "./files/index.ts";
import type { Check } from "./http/index.ts";

const MB = 1024 * 1024;
/** The embedded PostgreSQL crashes when there is no space for the next 16 MB segment of its write-ahead log. */
const LEAST_FREE = 16 * MB;

export type ReadinessOptions = {
  config: Config;
  db: SharedDb;
  /** Whether messages of stations can be received. */
  isLinkUp: () => Promise<boolean>;
  files: FileStore;
};

/** The readiness checks. Each returns null, or a sentence that says what is wrong. */
export function readiness({ config, db, isLinkUp, files }: ReadinessOptions): Readonly<Record<string, Check>> {
  const usesDisk = config.databaseUrl === null || config.imageStore === null;
  return {
    database: async () => {
      await checkWritable(db);
      return null;
    },
    migrations: async () => {
      const pending = await migrationsPending(db);
      return pending.length === 0 ? null : `Not yet applied: ${pending.join(", ")}.`;
    },
    broker: async () => ((await isLinkUp()) ? null : "The broker does not answer."),
    ...(usesDisk && {
      disk: async () => {
        await mkdir(config.dataDir, { recursive: true });
        return checkDisk(config.dataDir);
      },
    }),
    images: async () => {
      await files.check();
      return null;
    },
  };
}

/** Checked separately, because writes that need no new space succeed on a full disk. */
export async function checkDisk(folder: string, leastFree = LEAST_FREE): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  return free >= leastFree ? null : `The disk that holds ${folder} is full: ${Math.floor(free / MB)} MB are left.`;
}
