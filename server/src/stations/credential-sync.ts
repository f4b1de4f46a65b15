import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { repeat } from "../lib/index.ts";
import type { CredentialFiles } from "../link/index.ts";
import { credentialsVersion, listCredentials } from "./queries.ts";

/** The longest time until the broker's files have a station that was added, or whose password was changed. */
const POLL_MS = 2 * SECOND_MS;

type CredentialSyncOptions = { db: Db; files: CredentialFiles; log: Logger };

/** Keeps the credential files of an external broker in step with the stations in service. They are up to date when the promise resolves. */
export async function startCredentialSync({
  db,
  files,
  log,
}: CredentialSyncOptions): Promise<{ stop(): Promise<void> }> {
  let written: string | null = null;

  async function update(): Promise<void> {
    const version = await credentialsVersion(db);
    if (version === written) return;
    await files.write(await listCredentials(db));
    written = version;
  }

  await update();
  return repeat(update, { everyMs: POLL_MS, log, failure: "the credentials for the MQTT broker could not be updated" });
}
