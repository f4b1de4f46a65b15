import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { networkOf, siteOf, type Bucket } from "../platform/throttle/index.ts";

/** Waits for one account: five guesses, then fewer and fewer, down to four an hour. */
export const ACCOUNT_WAITS = { free: 5, firstMs: 5 * SECOND_MS, longestMs: 15 * MINUTE_MS };

/** Waits for one network, in which many people may mistype at once. */
const NETWORK_WAITS = { free: 30, firstMs: 2 * SECOND_MS, longestMs: 5 * MINUTE_MS };

/**
 * The buckets that an attempt to log in counts in. A browser from which the account was logged in to before has a bucket of its own, so
 * that guesses by strangers never make the owner wait.
 */
export function loginBuckets(email: string, ip: string, device: string | undefined): readonly Bucket[] {
  if (device !== undefined) return [{ key: `device ${device} ${email}`, waits: ACCOUNT_WAITS, success: "clears" }];
  return [{ key: `account ${email}`, waits: ACCOUNT_WAITS, success: "clears" }, ...networkBuckets(ip)];
}

/** A range that one customer of a provider gets has 65,536 networks of IPv6. */
const SITE_FACTOR = 10;

/** The buckets for an attempt that names no account. */
export function networkBuckets(ip: string, { kind = "network", waits = NETWORK_WAITS } = {}): readonly Bucket[] {
  const network: Bucket = { key: `${kind} ${networkOf(ip)}`, waits, success: "is not counted" };
  const site = siteOf(ip);
  const siteWaits = { ...waits, free: SITE_FACTOR * waits.free };
  return site === null ? [network] : [network, { ...network, key: `${kind} ${site}`, waits: siteWaits }];
}
