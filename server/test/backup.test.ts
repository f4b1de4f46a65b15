import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { zstdCompressSync } from "node:zlib";
import { basename, join } from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { seedDemo } from "../demo/index.ts";
import { contentsOf } from "./database-contents.ts";
import { emptyDatabase, testDatabase } from "./database.ts";
import { sealer } from "./demo.ts";
import { defaultBrand } from "@groundcrew/shared/brand";
import { verifyChain } from "../src/audit/index.ts";
import { diskStore, newFileName } from "../src/platform/files/index.ts";
import { verifyBackup, restoreBackup, unpackPart, writeBackup } from "../src/backup/index.ts";

const { asOwner, db, url, ownerUrl } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "backup-"));
const files = diskStore(join(folder, "images"));
const key = { value: "k".repeat(43), isStored: true };
const options = { databaseUrl: url, files, key, passphrase: null, version: "0.1.0" };
const image = newFileName();
const lost = newFileName();

beforeAll(async () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  await seedDemo(
    { url, ownerUrl },
    { dataDir: folder, stations: 3, now, seed: 1, brand: defaultBrand, sealer, log: () => {} },
  );
  const { name } = await db.selectFrom("stations").select("name").orderBy("name").limit(1).executeTakeFirstOrThrow();
  await files.put(image, Buffer.from("an image"));
  for (const [camera_id, file] of [
    ["cam0", image],
    ["cam1", lost],
  ] as const) {
    const at = "2026-03-01T12:00:00Z";
    const row = { station_name: name, camera_id, file, bytes: 8, requested: at, last_modified: at };
    await db.insertInto("camera_images").values(row).execute();
  }
  return () => rmSync(folder, { recursive: true });
});

function newFile(): string {
  const file = join(folder, `${newFileName()}.backup`);
  onTestFinished(() => rmSync(file, { force: true }));
  return file;
}

/** Somewhere to restore to. */
async function target(key: string | null = null) {
  const { db, url } = await emptyDatabase();
  const kept: string[] = [];
  const images = join(folder, newFileName());
  return {
    db,
    images,
    kept,
    ownerUrl: url,
    files: diskStore(images),
    key,
    storeKey: (key: string) => void kept.push(key),
  };
}

test("a backup is restored with every row, image, key, constraint and trigger, and the database continues its ids", async () => {
  const file = newFile();
  const { manifest } = await writeBackup({ ...options, file });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(manifest.images).toEqual({ stored: 1, missing: [lost] });
  expect(await verifyBackup({ file, passphrase: null })).toEqual(manifest);

  const restored = await target();
  const { notes } = await restoreBackup({ file, passphrase: null }, restored);
  expect(notes).toEqual(["1 image was missing when the backup was made; the console shows none for it."]);
  expect(await contentsOf(restored.db)).toEqual(await contentsOf(db));
  const before = (await verifyChain(db)).end;
  const { end, broken } = await verifyChain(restored.db, { noted: [before] });
  expect({ broken, position: end.position }).toEqual({ broken: null, position: before.position + 1 });
  expect(restored.kept).toEqual([key.value]);
  expect(readFileSync(join(restored.images, image.slice(0, 2), image), "utf8")).toBe("an image");
  expect(readdirSync(restored.images)).toEqual([image.slice(0, 2)]);

  const schema = (which: typeof db) =>
    sql<{ text: string }>`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
      where connamespace = current_schema()::regnamespace
      union all
      select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      order by 1`.execute(which);
  expect((await schema(restored.db)).rows).toEqual((await schema(db)).rows);
  const add = (which: typeof db) =>
    which.insertInto("organizations").values({ name: "Later" }).returning("id").executeTakeFirstOrThrow();
  expect(await add(restored.db)).toEqual(await add(db));
  const ahead = await sql`select from stations where changed_xid > pg_current_xact_id()`.execute(restored.db);
  expect(ahead.rows).toEqual([]);
});

test("an encrypted backup is read with its passphrase only", async () => {
  const file = newFile();
  const passphrase = "seven quiet lanterns";
  const { manifest } = await writeBackup({ ...options, file, passphrase });
  expect(readFileSync(file).includes("organizations")).toBe(false);
  const without = "The backup is encrypted. Set BACKUP_PASSPHRASE.";
  await expect(verifyBackup({ file, passphrase: null })).rejects.toThrow(without);
  expect(await verifyBackup({ file, passphrase })).toEqual(manifest);
  const restored = await target();
  await restoreBackup({ file, passphrase }, restored);
  expect(await contentsOf(restored.db)).toEqual(await contentsOf(db));
  expect(restored.kept).toEqual([key.value]);
});

test("images are copied before the database's snapshot is taken, and those that arrive meanwhile are in the backup too", async () => {
  const file = newFile();
  const late = newFileName();
  const transactions: string[] = [];
  // A connection of the test before may not have ended yet.
  const started = (await sql<{ now: string }>`select now()`.execute(db)).rows[0]?.now;
  const watching = {
    async get(name: string) {
      const open = await sql`
        select from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and backend_xmin is not null and xact_start > ${started}::timestamptz
          and pid <> pg_backend_pid()`.execute(db);
      transactions.push(`${name === late ? "late" : "early"}: ${open.rows.length}`);
      const at = "2026-03-01T12:00:00Z";
      if (name === image) {
        await files.put(late, Buffer.from("a late image"));
        const { station_name } = await db
          .selectFrom("camera_images")
          .select("station_name")
          .limit(1)
          .executeTakeFirstOrThrow();
        const row = { station_name, camera_id: "cam2", file: late, bytes: 12, requested: at, last_modified: at };
        await db.insertInto("camera_images").values(row).execute();
        onTestFinished(async () => void (await db.deleteFrom("camera_images").where("file", "=", late).execute()));
      }
      return files.get(name);
    },
  };
  const { manifest } = await writeBackup({ ...options, file, files: watching });
  expect(manifest.images).toEqual({ stored: 2, missing: [lost] });
  expect(manifest.parts.map(({ name }) => name)).toContain(`images/${late}`);
  // The lost image is looked for once more within the snapshot.
  expect(transactions.slice(0, 2)).toEqual(["early: 0", "early: 0"]);
  expect(transactions.toSorted()).toEqual(["early: 0", "early: 0", "early: 1", "late: 1"]);
});

test("a database that is not empty is refused and left as it is", async () => {
  const file = newFile();
  await writeBackup({ ...options, file });
  const before = await contentsOf(db);
  const restoring = restoreBackup({ file, passphrase: null }, { ...(await target()), ownerUrl });
  await expect(restoring).rejects.toThrow("The database is not empty.");
  expect(await contentsOf(db)).toEqual(before);
});

test("a damaged backup is refused before anything is written", async () => {
  const file = newFile();
  await writeBackup({ ...options, file });
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  await expect(verifyBackup({ file, passphrase: null })).rejects.toThrow(/damaged/);
  const restored = await target();
  await expect(restoreBackup({ file, passphrase: null }, restored)).rejects.toThrow(/damaged/);
  expect(existsSync(join(restored.images, image.slice(0, 2)))).toBe(false);
  expect(await contentsOf(restored.db)).toEqual({});
  writeFileSync(file, bytes.subarray(0, at));
  await expect(verifyBackup({ file, passphrase: null })).rejects.toThrow(/damaged|incomplete/);
  await expect(verifyBackup({ file: newFile(), passphrase: null })).rejects.toThrow("There is no file");
});

test("a backup whose tables differ from those of its version is refused, and leaves neither its key nor its images", async () => {
  const file = newFile();
  await asOwner(sql`alter table organizations add column odd text`);
  onTestFinished(() => asOwner(sql`alter table organizations drop column odd`));
  await writeBackup({ ...options, file });
  const restored = await target();
  await expect(restoreBackup({ file, passphrase: null }, restored)).rejects.toThrow("The tables in the backup differ");
  expect(restored.kept).toEqual([]);
  expect(existsSync(join(restored.images, image.slice(0, 2)))).toBe(false);
  expect(await contentsOf(restored.db)).toEqual({});
});

test("a part of a backup is unpacked up to a limit", async () => {
  const bytes = zstdCompressSync(Buffer.alloc(129 * 1024 * 1024));
  await expect(unpackPart({ name: "tables/stations/1", bytes })).rejects.toThrow(/tables\/stations\/1 .* too large/);
  const text = Buffer.from("a row");
  expect(await unpackPart({ name: "tables/stations/1", bytes: zstdCompressSync(text) })).toEqual(text);
});

test("an existing file is never overwritten, and a failed backup leaves none", async () => {
  const file = newFile();
  writeFileSync(file, "mine");
  await expect(writeBackup({ ...options, file })).rejects.toThrow("exists already");
  expect(readFileSync(file, "utf8")).toBe("mine");
  const other = newFile();
  const broken = { get: () => Promise.reject(new Error("The image store cannot be reached.")) };
  await expect(writeBackup({ ...options, file: other, files: broken })).rejects.toThrow("cannot be reached");
  expect(readdirSync(folder).filter((name) => name.startsWith(basename(other)))).toEqual([]);
});

test("two backups to one file at once leave one whole backup", async () => {
  const file = newFile();
  const results = await Promise.allSettled([writeBackup({ ...options, file }), writeBackup({ ...options, file })]);
  const failed = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
  expect(failed).toEqual([`Error: ${file} exists already. Choose another name, or remove it.`]);
  await verifyBackup({ file, passphrase: null });
  expect(readdirSync(folder).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("the name of a backup appears once, with all of it, so that a kill leaves no empty file under it", async () => {
  const [file, later] = [newFile(), newFile()];
  const changed: (string | null)[] = [];
  const watcher = watch(folder, (_, name) => void changed.push(name));
  onTestFinished(() => watcher.close());
  await writeBackup({ ...options, file });
  writeFileSync(later, "");
  await expect.poll(() => changed).toContain(basename(later));
  expect(changed.filter((name) => name === basename(file))).toHaveLength(1);
});

test("a file that cannot be written or read is named, with what to do", async () => {
  const absent = join(folder, "absent");
  await expect(writeBackup({ ...options, file: join(absent, "x.backup") })).rejects.toThrow(
    `There is no folder ${absent}. Create it, or choose another for the backup.`,
  );
  await expect(verifyBackup({ file: folder, passphrase: null })).rejects.toThrow(
    `${folder} is a folder. Name the backup in it.`,
  );
  const file = newFile();
  writeFileSync(file, "notes");
  await expect(verifyBackup({ file, passphrase: null })).rejects.toThrow(
    `${file} is not a backup, or its beginning is damaged.`,
  );
});

test("a backup contains each transaction that commits meanwhile as a whole or not at all, but no configured key: another one is noticed", async () => {
  const { name } = await db.selectFrom("stations").select("name").orderBy("name").limit(1).executeTakeFirstOrThrow();
  const at = "2026-03-01T12:00:00Z";
  let written = 0;
  const writeOne = async () => {
    const pair = `pair${written}`;
    const row = {
      station_name: name,
      camera_id: pair,
      file: newFileName(),
      bytes: 8,
      requested: at,
      last_modified: at,
    };
    await db.transaction().execute(async (tx) => {
      await tx.insertInto("camera_images").values(row).execute();
      await tx.insertInto("organizations").values({ name: pair }).execute();
    });
    written += 1;
  };
  await writeOne();
  const file = newFile();
  const state = { isDone: false };
  const backup = writeBackup({ ...options, file, key: { ...key, isStored: false } }).finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) await writeOne();
  const { manifest } = await backup;
  expect(written).toBeGreaterThan(1);
  expect(manifest.key.is_included).toBe(false);

  const restored = await target("another key".repeat(4));
  const { notes } = await restoreBackup({ file, passphrase: null }, restored);
  expect(notes).toContain(
    "SECRET_KEY differs from the one in use when the backup was made. Browsers count as unknown until they log in.",
  );
  expect(restored.kept).toEqual([]);
  const images = await restored.db.selectFrom("camera_images").select("camera_id").execute();
  const organizations = await restored.db.selectFrom("organizations").select("name").execute();
  const pairs = (names: readonly string[]) => names.filter((name) => name.startsWith("pair")).toSorted();
  const withImage = pairs(images.map(({ camera_id }) => camera_id));
  expect(withImage).toContain("pair0");
  expect(pairs(organizations.map(({ name }) => name))).toEqual(withImage);
});
