import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, prepareDatabase, type OpenDatabase } from "@groundcrew/server/platform/db";
import { cpuOfDatabase } from "./database-cpu.ts";

/** Opens an empty embedded PostgreSQL of its own, without fsync. `stop` deletes it, and `cpu` is the CPU time that it has used (ms). */
export async function openOwnDatabase(): Promise<OpenDatabase & { cpu: () => number }> {
  const folder = join(tmpdir(), `groundcrew-bench-${randomUUID()}`);
  const database = await openDatabase({ url: null, dataDir: folder, log: console.log, durable: false });
  await prepareDatabase(database, console.log);
  return {
    ...database,
    cpu: () => cpuOfDatabase(folder),
    async stop() {
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
