import type { Db } from "../db/index.ts";
import { secretMatches, type Authenticate } from "../link/index.ts";
import { findCredential } from "./queries.ts";

/**
 * Lets a station onto the link if it is in service and knows its secret. One that is retired, has no secret or whose telemetry is
 * off is disabled.
 */
export function authenticateStations(db: Db): Authenticate {
  return async (station, secret) => {
    const found = await findCredential(db, station);
    if (!found) return "unknown";
    const { api_password_hash: hash, telemetry_enabled, retired } = found;
    if (hash === null || !telemetry_enabled || retired !== null) return "disabled";
    return secretMatches(secret, hash) ? "accepted" : "wrong_secret";
  };
}
