import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../src/platform/config/index.ts";
import { startServer } from "../src/main.ts";
import { testDatabase } from "./database.ts";
import { addStation } from "./stations.ts";
import { signIn } from "./writing-person.ts";

const { db, url: DATABASE_URL } = await testDatabase();
const NAME = "gc-000000000001";

test("a server that is started with another BRAND_PROVIDER says that it is ignored, and staff see every station as before", async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "provider-"));
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));

  /** Starts and stops a server; returns what it printed. */
  async function start(BRAND_PROVIDER: string, seen: (call: Awaited<ReturnType<typeof signIn>>) => Promise<void>) {
    const lines: string[] = [];
    const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0" };
    const config = readConfig({ ...ports, DATABASE_URL, DATA_DIR, BRAND_PROVIDER, STATIONS: "0", LOG_LEVEL: "fatal" });
    const server = await startServer(config, (line) => void lines.push(line), null);
    try {
      await seen(await signIn(server.url));
    } finally {
      await server.stop();
    }
    return lines.join("\n");
  }

  const first = await start("Skyways", async () => {
    const customer = await db
      .selectFrom("organizations")
      .select("id")
      .where("name", "<>", "Skyways")
      .executeTakeFirstOrThrow();
    await addStation(db, { name: NAME, org_id: customer.id });
  });
  expect(first).not.toContain("BRAND_PROVIDER");
  const second = await start("Another Name", async (call) => {
    const { status, text } = await call("/stations");
    expect([status, text]).toEqual([200, expect.stringContaining(NAME)]);
  });
  expect(second).toContain(
    'BRAND_PROVIDER names the provider at the first start only: this database has "Skyways", so "Another Name" is ignored.',
  );
});
