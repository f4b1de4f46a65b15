import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { Wallboard } from "@groundcrew/shared/wallboards";
import type { SharedDb } from "../platform/db/index.ts";
import { Problem, Scope } from "../platform/http/index.ts";
import { isSecretOf, readToken } from "../platform/lib/index.ts";
import { countWrongToken, type Throttle } from "../platform/throttle/index.ts";
import { findWallboard, touchWallboard } from "./queries.ts";
import { WALL } from "./save-wallboard.ts";

/** How often the last use of a wallboard is stored at most. */
const TOUCH_MS = MINUTE_MS;

type Options = { db: SharedDb; provider: string; throttle: Throttle; now: () => number };
type Caller = { authorization: string | undefined; ip: string };

/** A wallboard whose page is requested, and whose stations it may show: those of its organization, or all if that is the provider. */
export type ShownWallboard = { wallboard: Wallboard; orgId: number; isProvider: boolean; scope: Scope };

/** Finds the wallboard of a token. 401 for a token that is not valid or was revoked, 403 for a wallboard that has ended. */
export async function findShown(
  { db, provider, throttle, now }: Options,
  { authorization = "", ip }: Caller,
): Promise<ShownWallboard> {
  const token = readToken(WALL, authorization.replace(/^Bearer /, ""));
  const found = token && (await findWallboard(db, token.name));
  if (!found || !isSecretOf(found, token.secret)) {
    await countWrongToken(throttle, "wallboard", ip);
    throw new Problem(401, "This link is not valid, or was revoked. A manager can create another wallboard.");
  }
  const { wallboard, orgId } = found;
  const { id, ends, last_used } = wallboard;
  const at = now();
  if (Date.parse(ends) <= at) throw new Problem(403, "This wallboard has ended. A manager can renew it.");
  const isUse = last_used === null || at - Date.parse(last_used) >= TOUCH_MS;
  if (isUse) await touchWallboard(db, id, { at: new Date(at).toISOString(), address: ip });
  const isProvider = found.organization === provider;
  return { wallboard, orgId, isProvider, scope: Scope.of({ kind: "wallboard", orgId, provider: isProvider }) };
}
