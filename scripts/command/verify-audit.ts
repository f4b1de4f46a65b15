import { wholeNumber } from "@groundcrew/shared/lib";
import { verifyChain, type Break, type ChainEnd } from "../../server/src/audit/index.ts";
import { connectWithoutTimeouts } from "../../server/src/platform/db/connect.ts";
import { attachDatabase, requireMigrated } from "../../server/src/platform/db/index.ts";
import type { Run } from "./command.ts";

/** `groundcrew verify audit` */
export async function verifyAudit(
  noted: readonly string[],
  { config, report }: Omit<Run, "positionals">,
): Promise<number> {
  const database = await attachDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log: report });
  const db = connectWithoutTimeouts(database.url);
  try {
    await requireMigrated(db);
    const { entries, end, broken } = await verifyChain(db, { noted: noted.map(readEnd) });
    if (broken !== null) {
      report(`The audit log was changed: ${describeBreak(broken)}.`);
      return 1;
    }
    report(`The audit log is complete: ${wholeNumber(entries)} ${entries === 1 ? "entry" : "entries"}, unchanged.`);
    report(`Its end is ${end.position}:${end.hash}. Keep this elsewhere, to compare it later.`);
    return 0;
  } finally {
    await db.destroy();
    await database.stop();
  }
}

function readEnd(text: string): ChainEnd {
  const [position = "", hash = ""] = text.split(":");
  return { position: Number(position), hash };
}

/** What is wrong with the first entry that does not fit. */
function describeBreak({ position, entry, at, reason }: Break): string {
  const which =
    entry === null ? `the entry at position ${position}` : `entry ${entry} of ${at}, at position ${position},`;
  switch (reason) {
    case "changed":
      return `${which} is not what it was when it was added`;
    case "missing":
      return `the entry before position ${position + 1} has been removed`;
    case "not linked":
      return `entry ${entry} of ${at} was added while the chain was switched off`;
    case "cut off":
      return `entries from position ${position} on have been removed`;
    case "replaced":
      return `${which} is another one than noted, so all hashes have been computed again`;
  }
}
