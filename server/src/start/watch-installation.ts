import { statfs } from "node:fs/promises";
import { databaseAddress, databaseBytes, type SharedDb } from "../platform/db/index.ts";
import { disks, type Folders } from "../platform/files/index.ts";
import { tryWithin, type Check } from "../platform/http/index.ts";
import { gaugesOf, metricValue } from "../platform/lib/index.ts";

/** Checks may take this long, so that the other metrics arrive during an outage. */
const WAIT_MS = 2_000;

type Installation = {
  checks: Readonly<Record<string, Check>>;
  db: SharedDb;
  /** Folders whose disks are watched. */
  folders: Folders;
  /** Address of the external database; null for the embedded one. */
  databaseUrl: string | null;
  version: string;
};

const installations = gaugesOf<Installation>();

installations.add(
  {
    name: "groundcrew_ready",
    help: "1 for each readiness check that succeeds, otherwise 0; as in /readyz.",
    labelNames: ["check"],
  },
  async (ready, { checks }) => {
    const check = async ([name, run]: [string, Check]) =>
      ready.set({ check: name }, (await tryWithin(name, run, WAIT_MS)) === null ? 1 : 0);
    await Promise.all(Object.entries(checks).map(check));
  },
);

installations.add(
  {
    name: "groundcrew_disk_free_bytes",
    help: "Free space of a disk: data, that of DATA_DIR, and images and backups, if the folder for images or BACKUP_DIR is on another one.",
    labelNames: ["disk"],
  },
  (free, { folders }) => eachDisk(folders, (disk, { bavail, bsize }) => free.set({ disk }, bavail * bsize)),
);

installations.add(
  { name: "groundcrew_disk_size_bytes", help: "Size of these disks.", labelNames: ["disk"] },
  (size, { folders }) => eachDisk(folders, (disk, { blocks, bsize }) => size.set({ disk }, blocks * bsize)),
);

type Blocks = { blocks: number; bavail: number; bsize: number };

const UNKNOWN: Blocks = { blocks: NaN, bavail: NaN, bsize: NaN };

async function eachDisk(folders: Folders, show: (disk: string, blocks: Blocks) => void): Promise<void> {
  for (const { name, folder } of await disks(folders)) {
    show(name, await metricValue<Blocks>(() => statfs(folder), UNKNOWN));
  }
}

installations.add(
  { name: "groundcrew_database_size_bytes", help: "Size of the database; NaN while it is unavailable." },
  async (size, { db }) => size.set(await metricValue(() => databaseBytes(db), NaN)),
);

installations.add(
  {
    name: "groundcrew_build_info",
    help: "1, labeled with the version of the server, its DATA_DIR and the address of its database without the password, or embedded.",
    labelNames: ["version", "data_dir", "database"],
  },
  (build, { version, folders, databaseUrl }) =>
    build.set({ version, data_dir: folders.dataDir, database: databaseAddress(databaseUrl) }, 1),
);

/** Includes the installation in the metrics until it is stopped: readiness, disks, database size, version, data directory and database address. */
export const watchInstallation = installations.watch;
