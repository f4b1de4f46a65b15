import { countText } from "@groundcrew/shared/lib";
import { migrationsPending, openDatabase, prepareDatabase } from "../../server/src/platform/db/index.ts";
import type { Run } from "./command.ts";

/** `groundcrew migrate` */
export async function migrateDatabase({ config, report }: Run): Promise<number> {
  const { databaseUrl: url, migrationDatabaseUrl: ownerUrl, dataDir } = config;
  const database = await openDatabase({ url, ownerUrl, dataDir, log: report, report });
  try {
    const pending = await migrationsPending(database.db);
    await prepareDatabase(database, report);
    report(
      pending.length === 0
        ? "The database is up to date."
        : [`Applied ${countText(pending.length, "migration")}:`, ...pending].join("\n  "),
    );
    return 0;
  } finally {
    await database.stop();
  }
}
