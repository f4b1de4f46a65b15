import { statfs } from "node:fs/promises";
import { Gauge } from "prom-client";
import { databaseAddress, databaseBytes, type SharedDb } from "../platform/db/index.ts";
import { disks, type Folders } from "../platform/files/index.ts";
import { tryWithin, type Check } from "../platform/http/index.ts";
import { metricValue, type Part } from "../platform/lib/index.ts";

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

const installations = new Set<Installation>();

/** Includes the installation in the metrics until it is stopped: readiness, disks, database size, version, data directory and database address. */
export function watchInstallation(installation: Installation): Part {
  installations.add(installation);
  return { stop: async () => void installations.delete(installation) };
}

const ready: Gauge<"check"> = new Gauge({
  name: "groundcrew_ready",
  help: "1 for each readiness check that succeeds, otherwise 0; as in /readyz.",
  labelNames: ["check"],
  async collect() {
    ready.reset();
    const checks = [...installations].flatMap((one) => Object.entries(one.checks));
    const results = await Promise.all(checks.map(([name, check]) => tryWithin(name, check, WAIT_MS)));
    checks.forEach(([check], index) => ready.set({ check }, results[index] === null ? 1 : 0));
  },
});

const diskFree: Gauge<"disk"> = new Gauge({
  name: "groundcrew_disk_free_bytes",
  help: "Free space of a disk: data, that of DATA_DIR, and images and backups, if the folder for images or BACKUP_DIR is on another one.",
  labelNames: ["disk"],
  collect: () => showDisk(diskFree, ({ bavail }) => bavail),
});

const diskSize: Gauge<"disk"> = new Gauge({
  name: "groundcrew_disk_size_bytes",
  help: "Size of these disks.",
  labelNames: ["disk"],
  collect: () => showDisk(diskSize, ({ blocks }) => blocks),
});

type Blocks = { blocks: number; bavail: number; bsize: number };

async function showDisk(gauge: Gauge<"disk">, blocksOf: (disk: Blocks) => number): Promise<void> {
  gauge.reset();
  for (const { folders } of installations) {
    for (const { name, folder } of await disks(folders)) {
      const found = await metricValue<Blocks | null>(() => statfs(folder), null);
      gauge.set({ disk: name }, found === null ? NaN : blocksOf(found) * found.bsize);
    }
  }
}

const databaseSize: Gauge = new Gauge({
  name: "groundcrew_database_size_bytes",
  help: "Size of the database; NaN while it is unavailable.",
  async collect() {
    databaseSize.reset();
    for (const { db } of installations) databaseSize.set(await metricValue(() => databaseBytes(db), NaN));
  },
});

const build: Gauge<"version" | "data_dir" | "database"> = new Gauge({
  name: "groundcrew_build_info",
  help: "1, labeled with the version of the server, its DATA_DIR and the address of its database without the password, or embedded.",
  labelNames: ["version", "data_dir", "database"],
  collect() {
    build.reset();
    for (const { version, folders, databaseUrl } of installations) {
      build.set({ version, data_dir: folders.dataDir, database: databaseAddress(databaseUrl) }, 1);
    }
  },
});
