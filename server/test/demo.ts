import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultBrand } from "@groundcrew/shared/brand";
import { fleetFile, type FleetStation } from "@groundcrew/simulator/model";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { CHANNEL_SECRETS } from "../src/channels/index.ts";
import { openSealer } from "../src/platform/lib/index.ts";
import type { Db } from "../src/platform/db/index.ts";
import { seedDemo } from "../demo/index.ts";

/** The time at which the tests create their demos. */
export const NOW = Date.UTC(2026, 10, 21, 14, 30, 12);

/** Encrypts the secrets of the demo's channels. */
export const sealer = openSealer("a key for tests alone", CHANNEL_SECRETS);

/** Fills a database with a demo; returns the path of its fleet file and the log lines. */
export async function seeded(
  database: { url: string; ownerUrl: string },
  options: { dataDir: string; stations?: number; now?: number; seed?: number },
): Promise<{ path: string | null; log: string[] }> {
  const log: string[] = [];
  const base = { stations: 60, now: NOW, seed: 1, brand: defaultBrand, sealer };
  const path = await seedDemo(database, { ...base, log: (sentence) => log.push(sentence), ...options });
  return { path, log };
}

/** A new folder, which the caller must remove. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "demo-"));
}

/** A folder that is removed when the test ends. */
export async function folderOfTest(): Promise<string> {
  const folder = await newFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The stations of a fleet file. */
export async function fleetIn(path: string | null): Promise<FleetStation[]> {
  return fleetFile.parse(JSON.parse(await readFile(path ?? "", "utf8"))).stations;
}

/** Number of rows that `select … from` finds. */
export async function count(db: Db, from: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(from)}`.execute(db);
  return rows[0]?.count ?? -1;
}
