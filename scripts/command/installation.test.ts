import { randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { groundcrew } from "../run-groundcrew.ts";

// A mkdtemp folder has mode 0700, in which the PostgreSQL user could not read its data when the tests run as root.
const home = join(tmpdir(), `groundcrew-installation-${randomUUID()}`);
mkdirSync(home);
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("an installation is migrated, backed up, verified, and restored once into an empty folder", async () => {
  const original = { DATA_DIR: join(home, "original"), BACKUP_PASSPHRASE: "seven quiet lanterns" };
  const copy = { ...original, DATA_DIR: join(home, "copy") };
  const file = join(home, "first.backup");
  const migrated = await groundcrew(["migrate"], original);
  expect(migrated).toMatchObject({ code: 0, errors: "" });
  expect(migrated.output).toMatch(/^Applied \d+ migrations:\n {2}0001_\w+\.sql\n {2}0002_/m);
  const again = await groundcrew(["migrate"], original);
  expect(again.output).toContain("The database is up to date.");

  const password = "quiet otters fold maps";
  const early = await groundcrew(["admin", "create", "ada@example.com"], copy);
  expect(early.errors).toContain("The database lacks migrations.");
  expect((await groundcrew(["verify", "audit"], copy)).errors).toBe(early.errors);
  const created = await groundcrew(["admin", "create", "ada@example.com"], original, { input: `${password}\n` });
  expect(created).toMatchObject({ code: 0, errors: "" });
  expect(created.output).not.toContain(password);
  const taken = await groundcrew(["admin", "create", "ada@example.com"], original);
  expect(taken).toMatchObject({
    code: 1,
    errors: "ada@example.com is an admin already. To set a new password, use groundcrew admin reset-password.\n",
  });

  expect(await groundcrew(["backup", file], original)).toMatchObject({ code: 0, errors: "" });
  const existing = await groundcrew(["backup", file], original);
  expect(existing.code).toBe(1);
  expect(existing.errors).toContain("exists already");
  expect(await groundcrew(["verify", file], original)).toMatchObject({ code: 0, errors: "" });
  expect(await groundcrew(["restore", file], copy)).toMatchObject({ code: 0, errors: "" });
  expect((await groundcrew(["restore", file], copy)).code).toBe(1);
  // The restored audit log continues the one in the backup.
  const audit = await groundcrew(["verify", "audit"], original);
  expect(audit).toMatchObject({ code: 0, errors: "" });
  const end = /Its end is (\d+:[0-9a-f]{64})\./.exec(audit.output)?.[1] ?? "";
  expect(await groundcrew(["verify", "audit", end], copy)).toMatchObject({ code: 0, errors: "" });
  const other = await groundcrew(["verify", "audit", `1:${"0".repeat(64)}`], copy);
  expect(other.code).toBe(1);
  expect(other.output).toContain("all hashes have been computed again");
  const reset = await groundcrew(["admin", "reset-password", "ada@example.com"], copy);
  expect(reset.output).toMatch(/^Password: .{20,}$/m);

  appendFileSync(file, "more");
  const damaged = await groundcrew(["verify", file], original);
  expect(damaged.code).toBe(1);
  expect(damaged.errors).not.toBe("");
});
