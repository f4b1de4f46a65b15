import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../db/index.ts";
import { repeat } from "../lib/index.ts";
import type { CredentialFiles } from "../link/index.ts";
import { credentialsVersion, listCredentials } from "./credential-queries.ts";

/** How long a station that was added, or whose password was changed, waits at most until the broker's files say so. */
const LOOK_MS = 2 * SECOND_MS;

type Keeping = { db: Db; files: CredentialFiles; log: Logger };

/** Keeps the files of a broker of others in step with the stations in service. They are up to date when this is done. */
export async function startCredentialCache({ db, files, log }: Keeping): Promise<{ stop(): Promise<void> }> {
  let written: string | null = null;

  async function look(): Promise<void> {
    const version = await credentialsVersion(db);
    if (version === written) return;
    await files.write(await listCredentials(db));
    written = version;
  }

  await look();
  return repeat(look, { everyMs: LOOK_MS, log, failure: "the credentials for the MQTT broker could not be kept" });
}
