import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect } from "vitest";
import { connect } from "../src/platform/db/connect.ts";
import { startEmbedded } from "../src/platform/db/embedded/start.ts";

export const quiet = () => {};

export async function readIds(url: string): Promise<number[]> {
  const db = connect(url, quiet);
  const found = await sql<{ id: number }>`select id from marks order by id`.execute(db);
  await db.destroy();
  return found.rows.map(({ id }) => id);
}

export async function writeOne(url: string): Promise<void> {
  const db = connect(url, quiet);
  await sql`create table marks as select 1 as id`.execute(db);
  await db.destroy();
}

export function copyData(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  expect(spawnSync("cp", ["-a", from, to]).status).toBe(0);
}

/** Data directories for PostgreSQLs that a test file starts itself. */
export async function embeddedData() {
  // Not a mkdtemp folder: with its mode 0700, every test run as root would use a data directory outside of it.
  const home = join(tmpdir(), `groundcrew-launcher-${randomUUID()}`);
  mkdirSync(home);
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  const dataDirectory = () => join(home, randomUUID(), "pg");
  // Made once and copied, because a new data directory takes seconds.
  const original = dataDirectory();
  const first = await startEmbedded({ dataDir: original, log: quiet, durable: true });
  await writeOne(first.url);
  await first.stop();
  return {
    dataDirectory,
    /** A data directory with one row, and no running server. */
    prepared: (): string => {
      const dataDir = dataDirectory();
      copyData(original, dataDir);
      return dataDir;
    },
  };
}
