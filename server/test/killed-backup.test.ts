import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { defaultBrand } from "@groundcrew/shared/brand";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { seedDemo } from "../demo/index.ts";
import { verifyBackup } from "../src/backup/index.ts";
import { diskStore, newFileName } from "../src/platform/files/index.ts";
import { randomRounds } from "./crash-load.ts";
import { contentsOf } from "./database-contents.ts";
import { emptyDatabase, testDatabase } from "./database.ts";
import { sealer } from "./demo.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/groundcrew.mjs", import.meta.url));
const { db, url, ownerUrl } = await testDatabase();
const { rounds, seed, random } = randomRounds(1);
const home = mkdtempSync(join(tmpdir(), "killed-backup-"));
const dataDir = join(home, "data");
const IMAGES = 40;
/** Where the store keeps an image. */
const IMAGE = /^..[/\\]\w{32}$/;

beforeAll(async () => {
  mkdirSync(dataDir);
  const now = Date.parse("2026-03-01T12:00:00Z");
  await seedDemo({ url, ownerUrl }, { dataDir, stations: 5, now, seed: 1, brand: defaultBrand, sealer, log: () => {} });
  const { name } = await db.selectFrom("stations").select("name").orderBy("name").limit(1).executeTakeFirstOrThrow();
  const files = diskStore(join(dataDir, "images"));
  for (let index = 0; index < IMAGES; index++) {
    const file = newFileName();
    await files.put(file, Buffer.alloc(200_000, index));
    const at = "2026-03-01T12:00:00Z";
    const row = {
      station_name: name,
      camera_id: `cam${index}`,
      file,
      bytes: 200_000,
      requested: at,
      last_modified: at,
    };
    await db.insertInto("camera_images").values(row).execute();
  }
  return () => rmSync(home, { recursive: true });
});

/** Runs the command. `kill` ends it at any moment. */
function groundcrew(args: readonly string[], env: Record<string, string>) {
  const settings = { PATH: process.env["PATH"], PORT: "0", OPS_PORT: "0", MQTT_PORT: "0", ...env };
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: settings, stdio: ["ignore", "pipe", "pipe"] });
  const errors = text(child.stderr);
  const output = text(child.stdout);
  const ended = once(child, "close");
  return {
    async result() {
      const [code] = await ended;
      return { code, output: await output, errors: await errors };
    },
    async kill() {
      child.kill("SIGKILL");
      const [code] = await ended;
      return { hasEnded: code === 0 };
    },
  };
}

/** How long the command takes here when nothing interrupts it. */
async function timed(args: readonly string[], env: Record<string, string>): Promise<number> {
  const began = Date.now();
  expect(await groundcrew(args, env).result()).toMatchObject({ code: 0, errors: "" });
  return Date.now() - began;
}

test(
  `a backup that is killed at any moment (${rounds} times, seed ${seed}) leaves no file that counts as one, and the next one succeeds`,
  async () => {
    const env = { DATABASE_URL: url, DATA_DIR: dataDir };
    const folder = join(home, "backups");
    mkdirSync(folder);
    const durationMs = await timed(["backup", join(folder, "first.backup")], env);
    for (let round = 0; round < rounds; round++) {
      const file = join(folder, `round${round}.backup`);
      const backup = groundcrew(["backup", file], env);
      await after(random.whole(Math.floor(durationMs / 3), durationMs));
      await backup.kill();
      // A complete one is refused as existing, and is a backup; otherwise it is made now.
      const wasComplete = existsSync(file);
      const again = await groundcrew(["backup", file], env).result();
      expect([again.code, again.errors.includes("exists already")]).toEqual([Number(wasComplete), wasComplete]);
      await verifyBackup({ file, passphrase: null });
    }
  },
  Math.max(300_000, rounds * 60_000),
);

test(
  `a restore that is killed at any moment (${rounds} times, seed ${seed}) restores nothing or everything, and can be repeated`,
  async () => {
    const file = join(home, "whole.backup");
    expect(await groundcrew(["backup", file], { DATABASE_URL: url, DATA_DIR: dataDir }).result()).toMatchObject({
      code: 0,
    });
    const before = await contentsOf(db);

    const first = await target();
    const durationMs = await timed(["restore", file], first.env);
    for (let round = 0; round < rounds; round++) {
      const { env, db: restored, images } = await target();
      const restore = groundcrew(["restore", file], env);
      await after(random.whole(Math.floor(durationMs / 4), durationMs));
      await restore.kill();
      // PostgreSQL may notice only now that the client has gone.
      await expect.poll(() => openTransactions(restored)).toBe(0);
      const isRestored = Object.keys(await contentsOf(restored)).length > 0;
      const again = await groundcrew(["restore", file], env).result();
      expect([again.code, again.errors.includes("The database is not empty.")]).toEqual([
        Number(isRestored),
        isRestored,
      ]);
      expect(withoutBackups(await contentsOf(restored))).toEqual(withoutBackups(before));
      expect(readdirSync(images, { recursive: true }).filter((name) => IMAGE.test(String(name)))).toHaveLength(IMAGES);
    }
  },
  Math.max(300_000, rounds * 60_000),
);

/** An empty installation to restore to. */
async function target() {
  const { db, url } = await emptyDatabase();
  const folder = join(home, newFileName());
  mkdirSync(folder);
  return { db, env: { DATABASE_URL: url, DATA_DIR: folder }, images: join(folder, "images") };
}

async function openTransactions(which: typeof db): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(which);
  return found.rows[0]?.count ?? 0;
}

/** The record of the backup itself is made after it. */
function withoutBackups(contents: Awaited<ReturnType<typeof contentsOf>>) {
  return { ...contents, backups: null };
}
