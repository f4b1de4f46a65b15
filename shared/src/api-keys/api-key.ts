import { z } from "zod";
import { keyScope, type KeyScope } from "../contract/index.ts";
import { DAY_MS, lineOf, timestamp, type Timestamp } from "../lib/index.ts";

/** The scopes of a key for which nobody chose any. */
export const USUAL_SCOPES: readonly KeyScope[] = ["read_fleet", "read_errors"];

/** Scopes of calls that only admins make: only they create keys with them, and only keys of the provider. */
export const ADMIN_SCOPES: ReadonlySet<KeyScope> = new Set(["write_errors"]);

/** After how many days a key ends if nobody chose a time, and after how many at the latest: the same day of the next year. */
export const KEY_DAYS = { usual: 365, max: 366 } as const;
/** For how many days a key that has ended is listed and can be renewed. */
export const ENDED_KEY_DAYS = 30;
/** For how many hours the secret from before a renewal is valid beside the new one. */
export const OLD_KEY_HOURS = 24;
/** How many days before the end of a key an email says so. */
export const KEY_NOTICE_DAYS = [14, 1] as const;
/** The most addresses and networks of a key. */
export const KEY_ADDRESSES_MAX = 20;

/** The scopes of a key, each once. */
export const keyScopes = z
  .array(keyScope)
  .min(1, "Choose what the key may do.")
  .refine((scopes) => new Set(scopes).size === scopes.length, "Name each scope once.");

/**
 * An address or a network, such as `192.0.2.7` and `2001:db8::/48`, but not a network that has every address. IPv4 within IPv6 is written as IPv4, as
 * which it is compared.
 */
export const keyAddress = z
  .string()
  .trim()
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], "Enter addresses or networks, such as 192.0.2.0/24."))
  .transform(plainAddress)
  .refine((text) => !/\/0+$/.test(text), "A network of all addresses is no limit. Leave it out.");

/**
 * A key of an organization (specification, section 3), which may make the calls of its scopes. `name` is unique within the organization. The key
 * itself is displayed once, when it is created or renewed. `by` created it. It `ends` then, or never if that is null; with `addresses` it is accepted
 * from those only. `last_used_from` is the network of its last use. After it was renewed, the key from before is valid until `old_secret_ends`.
 */
export const apiKey = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.literal("general"),
  created: timestamp,
  by: z.string(),
  scopes: z.array(keyScope),
  ends: timestamp.nullable(),
  addresses: z.array(z.string()),
  last_used: timestamp.nullable(),
  last_used_from: z.string().nullable(),
  old_secret_ends: timestamp.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

/** A key that was just created or renewed; `key` is the key itself, which cannot be read again. */
export const newApiKey = apiKey.extend({ key: z.string() });
export type NewApiKey = z.output<typeof newApiKey>;

/** Description of a new key: its purpose. */
export const keyDescription = lineOf(200, "Enter what the key is for.");

/** Why a key cannot end then, or null. */
export function endProblem(ends: Timestamp, now: number): string | null {
  const at = Date.parse(ends);
  if (at <= now) return "Choose a time that is not over.";
  return at > now + KEY_DAYS.max * DAY_MS ? "A key ends within a year." : null;
}

/** When a key ends that is renewed `now`: after as long a time as before, and after a year if it never ended. */
export function renewedEnd({ ends, since }: { ends: Timestamp | null; since: Timestamp }, now: number): Timestamp {
  const usual = KEY_DAYS.usual * DAY_MS;
  const ms = ends === null ? usual : Math.min(Date.parse(ends) - Date.parse(since), KEY_DAYS.max * DAY_MS);
  return new Date(now + ms).toISOString();
}

/** How many bits of an IPv6 address come before those of an IPv4 address within it, and such addresses. */
const MAPPED_BITS = 96;
const MAPPED = /^[0:]*:ffff:(?:(\d+(?:\.\d+){3})|([\da-f]{1,4}):([\da-f]{1,4}))$/i;

/** An address or network of IPv4 within IPv6 (`::ffff:192.0.2.0/120`) as IPv4; any other as it is. */
function plainAddress(text: string): string {
  const [address = "", bits] = text.split("/");
  const found = MAPPED.exec(address);
  if (!found || (bits !== undefined && Number(bits) < MAPPED_BITS)) return text;
  const [, dotted, high = "0", low = "0"] = found;
  const words = [high, low].map((word) => Number.parseInt(word, 16));
  const plain = dotted ?? words.flatMap((word) => [word >> 8, word & 255]).join(".");
  return bits === undefined ? plain : `${plain}/${Number(bits) - MAPPED_BITS}`;
}
