import type { Db } from "../db/index.ts";
import { secretMatches, type Authenticate } from "../link/index.ts";
import { findCredentials, type Credential } from "./queries.ts";

/**
 * Lets a station onto the link if it is in service and knows its password. One that is retired, has no password or whose telemetry is
 * off is disabled.
 */
export function authenticateStations(db: Db): Authenticate {
  const find = findTogether(db);
  return async (station, password) => {
    const found = await find(station);
    if (!found) return "unknown";
    const { api_password_hash: hash, telemetry_enabled, retired } = found;
    if (hash === null || !telemetry_enabled || retired !== null) return "disabled";
    return secretMatches(password, hash) ? "accepted" : "wrong_secret";
  };
}

type Found = Credential | undefined;

/**
 * Finds credentials, all that are asked for while one query is under way with the next: after an outage a whole fleet comes back at
 * once. An answer is never older than the question, so a password that was replaced lets nobody in.
 */
function findTogether(db: Db): (name: string) => Promise<Found> {
  let waiting = new Map<string, PromiseWithResolvers<Found>>();
  let isInProgress = false;

  async function findWaiting(): Promise<void> {
    const asked = waiting;
    waiting = new Map();
    try {
      const found = new Map((await findCredentials(db, [...asked.keys()])).map((each) => [each.name, each]));
      for (const [name, { resolve }] of asked) resolve(found.get(name));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }

  async function findAll(): Promise<void> {
    isInProgress = true;
    while (waiting.size > 0) await findWaiting();
    isInProgress = false;
  }

  return (name) => {
    const answer = waiting.get(name) ?? Promise.withResolvers<Found>();
    waiting.set(name, answer);
    if (!isInProgress) void findAll();
    return answer.promise;
  };
}
