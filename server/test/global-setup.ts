import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { migrate, openDatabase } from "../src/db/index.ts";
import { urlOfDatabase } from "./url.ts";

declare module "vitest" {
  // An interface, because only interfaces merge.
  interface ProvidedContext {
    /** Address of the PostgreSQL that this run's tests share. */
    postgresUrl: string;
    /** The migrated database that every test database is a copy of. */
    templateDatabase: string;
  }
}

const TEMPLATE = "groundcrew_template";

/** Starts one PostgreSQL for the whole run, and migrates the template. Returns what ends it. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Not a mkdtemp folder: nobody but us could enter it, and as root the data would have to live elsewhere.
  const dataDir = join(tmpdir(), `groundcrew-test-${randomUUID()}`);
  const server = await openDatabase({ url: null, dataDir, log: () => {}, durable: false });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await sql`create database ${sql.id(TEMPLATE)}`.execute(server.db);
    await migrate(urlOfDatabase(server.url, TEMPLATE));
  } catch (error) {
    await stop();
    throw error;
  }
  provide("postgresUrl", server.url);
  provide("templateDatabase", TEMPLATE);
  return stop;
}
