import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { connectWithoutTimeouts } from "../src/platform/db/connect.ts";
import { openDatabase, prepareDatabase } from "../src/platform/db/index.ts";
import { urlOfDatabase } from "./url.ts";

declare module "vitest" {
  // An interface, because only interfaces merge.
  interface ProvidedContext {
    /** URL of the PostgreSQL that all tests of this run share, for the role that owns their databases. */
    postgresUrl: string;
    /** The same for the role that a server connects as. */
    serverUrl: string;
    /** The migrated database that every test database is a copy of. */
    templateDatabase: string;
  }
}

const TEMPLATE = "groundcrew_template";

/** Starts one PostgreSQL for the whole run, and migrates the template. Returns a function that stops it. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Not a mkdtemp folder: no other user could enter it, so as root the data would have to be elsewhere.
  const dataDir = join(tmpdir(), `groundcrew-test-${randomUUID()}`);
  const server = await openDatabase({ url: null, dataDir, log: () => {}, durable: false });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const owner = connectWithoutTimeouts(server.ownerUrl);
    try {
      // A table is analyzed when its test says so, and never while a test looks at plans.
      await sql`alter system set autovacuum = off`.execute(owner);
      await sql`select pg_reload_conf()`.execute(owner);
      await sql`create database ${sql.id(TEMPLATE)}`.execute(owner);
    } finally {
      await owner.destroy();
    }
    const template = { ownerUrl: urlOfDatabase(server.ownerUrl, TEMPLATE), url: urlOfDatabase(server.url, TEMPLATE) };
    await prepareDatabase(template, failure);
  } catch (error) {
    await stop();
    throw error;
  }
  provide("postgresUrl", server.ownerUrl);
  provide("serverUrl", server.url);
  provide("templateDatabase", TEMPLATE);
  return stop;
}

function failure(line: string): never {
  throw new Error(line);
}
