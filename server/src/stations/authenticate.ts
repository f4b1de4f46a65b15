import type { Db } from "../db/index.ts";
import { secretMatches, type Authenticate } from "../link/index.ts";
import { findCredentials, type StoredCredential } from "./queries.ts";

/**
 * Accepts a station on the link if it is in service and its password is right. A station that is retired, has no password or whose
 * telemetry is off is disabled.
 */
export function authenticateStations(db: Db): Authenticate {
  const find = batchedLookup(db);
  return async (station, password) => {
    const found = await find(station);
    if (!found) return "unknown";
    const { api_password_hash: hash, telemetry_enabled, retired } = found;
    if (hash === null || !telemetry_enabled || retired !== null) return "disabled";
    return secretMatches(password, hash) ? "accepted" : "wrong_secret";
  };
}

type Found = StoredCredential | undefined;

/**
 * Looks up credentials in batches: everything requested while one query runs goes into the next, because after an outage a whole fleet
 * reconnects at once. A result is never older than its request, so a replaced password is never accepted.
 */
function batchedLookup(db: Db): (name: string) => Promise<Found> {
  let queued = new Map<string, PromiseWithResolvers<Found>>();
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
    const answer = queued.get(name) ?? Promise.withResolvers<Found>();
    queued.set(name, answer);
    if (!isInProgress) void findAll();
    return answer.promise;
  };
}
