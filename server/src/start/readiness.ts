import { mkdir } from "node:fs/promises";
import type { Config } from "../platform/config/index.ts";
import { checkWritable, migrationsPending, type SharedDb } from "../platform/db/index.ts";
import { checkDisk, disks, type FileStore } from "../platform/files/index.ts";
import type { Check } from "../platform/http/index.ts";
import { OTHERS_PASS } from "../platform/lib/index.ts";

export type ReadinessOptions = {
  config: Config;
  db: SharedDb;
  /** Whether messages of stations can be received. */
  isLinkUp: () => Promise<boolean>;
  files: FileStore;
};

/** The readiness checks. Each returns null, or a sentence about the problem. */
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
        await mkdir(config.dataDir, { recursive: true, mode: OTHERS_PASS });
        const found = await Promise.all(
          (await disks({ dataDir: config.dataDir })).map(({ folder }) => checkDisk(folder)),
        );
        return found.filter((sentence) => sentence !== null).join(" ") || null;
      },
    }),
    images: async () => {
      await files.check();
      return null;
    },
  };
}
