import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { networkOf, type Bucket } from "../throttle/index.ts";

/** Waits of one account: five guesses, then ever fewer, down to four an hour. */
const ACCOUNT_WAITS = { free: 5, firstMs: 5 * SECOND_MS, longestMs: 15 * MINUTE_MS };

/** Waits of one network, in which many people may mistype at once. */
const NETWORK_WAITS = { free: 30, firstMs: 2 * SECOND_MS, longestMs: 5 * MINUTE_MS };

/**
 * What an attempt to log in is counted with. A browser the account was logged in to from before is counted by itself, so
 * that strangers who guess never make its owner wait.
 */
export function loginBuckets(email: string, ip: string, device: string | undefined): readonly Bucket[] {
  if (device !== undefined) return [{ key: `device ${device} ${email}`, waits: ACCOUNT_WAITS, success: "clears" }];
  return [{ key: `account ${email}`, waits: ACCOUNT_WAITS, success: "clears" }, networkBucket(ip)];
}

/** What an attempt that names no account is counted with. */
export function networkBucket(ip: string): Bucket {
  return { key: `network ${networkOf(ip)}`, waits: NETWORK_WAITS, success: "is not counted" };
}
