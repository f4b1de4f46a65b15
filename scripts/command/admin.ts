import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Config } from "../../server/src/platform/config/index.ts";
import { attachDatabase, requireMigrated, type SharedDb } from "../../server/src/platform/db/index.ts";
import { providerName } from "../../server/src/organizations/index.ts";
import { createAdmin, resetPassword } from "../../server/src/users/index.ts";

type Action = { config: Config; report: (line: string) => void };

/** `groundcrew admin create EMAIL` */
export async function addAdmin(email: string, action: Action): Promise<number> {
  return withDatabase(action, async (db) => {
    const provider = await providerName(db, action.config.brand.provider);
    const { password, isNew } = await readPassword();
    await createAdmin(db, { email, password, provider });
    report(action, `${email} is an admin of ${provider} now.`, isNew ? password : null);
  });
}

/** `groundcrew admin reset-password EMAIL` */
export async function setNewPassword(email: string, action: Action): Promise<number> {
  return withDatabase(action, async (db) => {
    const { password, isNew } = await readPassword();
    await resetPassword(db, { email, password });
    report(action, `${email} has a new password and is logged out everywhere.`, isNew ? password : null);
  });
}

function report({ report }: Action, done: string, password: string | null): void {
  report(done);
  if (password !== null) report(`Password: ${password}`);
}

async function withDatabase({ config, report }: Action, work: (db: SharedDb) => Promise<void>): Promise<number> {
  const database = await attachDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log: report });
  try {
    await requireMigrated(database.db);
    await work(database.db);
    return 0;
  } finally {
    await database.stop();
  }
}

/** The standard input without its line end, or a random password if a person is at a terminal or nothing was given. */
async function readPassword(): Promise<{ password: string; isNew: boolean }> {
  const given = process.stdin.isTTY ? "" : (await text(process.stdin)).replace(/\r?\n$/, "");
  return given === ""
    ? { password: randomBytes(18).toString("base64url"), isNew: true }
    : { password: given, isNew: false };
}
