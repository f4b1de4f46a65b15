import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../platform/db/index.ts";
import { repeat } from "../platform/lib/index.ts";
import { secretMatches, type Authenticate, type CredentialFiles } from "../platform/link/index.ts";
import { changedCredentials, findCredentials, oldestTransaction, type StoredCredential } from "./queries.ts";

/**
 * Accepts a station on the link if it is in service and its password is right, with the epoch of its new connection. A station that is retired,
 * has no password or whose telemetry is off is disabled.
 */
export function authenticateStations(db: Db): Authenticate {
  const find = batchedLookup(db);
  return async (station, password) => {
    const found = await find(station);
    if (!found) return { verdict: "unknown" };
    const { api_password_hash: hash, telemetry_enabled, retired, epoch } = found;
    if (hash === null || !telemetry_enabled || retired !== null) return { verdict: "disabled" };
    return secretMatches(password, hash) ? { verdict: "accepted", epoch } : { verdict: "wrong_secret" };
  };
}

type MaybeCredential = StoredCredential | undefined;

/**
 * Looks up credentials in batches: everything requested while one query runs goes into the next, because after an outage a whole fleet
 * reconnects at once. A result is never older than its request, so a replaced password is never accepted.
 */
function batchedLookup(db: Db): (name: string) => Promise<MaybeCredential> {
  let queued = new Map<string, PromiseWithResolvers<MaybeCredential>>();
  let isInProgress = false;

  async function findQueued(): Promise<void> {
    const batch = queued;
    queued = new Map();
    try {
      const found = new Map((await findCredentials(db, [...batch.keys()])).map((each) => [each.name, each]));
      for (const [name, { resolve }] of batch) resolve(found.get(name));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  }

  async function findAll(): Promise<void> {
    isInProgress = true;
    while (queued.size > 0) await findQueued();
    isInProgress = false;
  }

  return (name) => {
    const answer = queued.get(name) ?? Promise.withResolvers<MaybeCredential>();
    queued.set(name, answer);
    if (!isInProgress) void findAll();
    return answer.promise;
  };
}

/** The longest time until the broker's files have a station that was added, or whose password was changed. */
const POLL_MS = 2 * SECOND_MS;

type CredentialSyncOptions = { db: Db; files: CredentialFiles; log: Logger };

/** Keeps the credential files of an external broker in sync with the stations in service. They are up to date when the promise resolves. */
export async function startCredentialSync({
  db,
  files,
  log,
}: CredentialSyncOptions): Promise<{ stop(): Promise<void> }> {
  const hashes = new Map<string, string>();
  let horizon = "0";
  let isWritten = false;

  /** Reads changed stations only, as the board does. Few of their changes are about credentials. */
  async function update(): Promise<void> {
    const since = horizon;
    // After a failure all are read again: a database that was killed gives numbers of transactions twice.
    horizon = "0";
    const next = await oldestTransaction(db);
    for (const { name, hash } of await changedCredentials(db, since)) {
      if (hash === (hashes.get(name) ?? null)) continue;
      isWritten = false;
      if (hash === null) hashes.delete(name);
      else hashes.set(name, hash);
    }
    horizon = next;
    if (isWritten) return;
    const stations = [...hashes].map(([name, hash]) => ({ name, hash }));
    await files.write(stations.sort((one, other) => (one.name < other.name ? -1 : 1)));
    isWritten = true;
  }

  await update();
  return repeat(update, { everyMs: POLL_MS, log, failure: "the credentials for the MQTT broker could not be updated" });
}
