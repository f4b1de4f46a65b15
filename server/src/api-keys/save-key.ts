import {
  ADMIN_SCOPES,
  endProblem,
  KEY_DAYS,
  OLD_KEY_HOURS,
  renewedEnd,
  type createApiKey,
  type renewApiKey,
  type revokeApiKey,
} from "@groundcrew/shared/api-keys";
import type { Brand } from "@groundcrew/shared/brand";
import type { KeyScope } from "@groundcrew/shared/contract";
import { DAY_MS, HOUR_MS, type Timestamp } from "@groundcrew/shared/lib";
import { change } from "../audit/index.ts";
import { organizationFor } from "../organizations/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { actsAsSupport, answer, notFound, Problem, type Call, type Principal } from "../platform/http/index.ts";
import { hashSecret, newToken, utcText, writeToken } from "../platform/lib/index.ts";
import { KEY } from "./api-keys.ts";
import { deleteKey, insertKey, lockKey, renewKey, type KeyReader } from "./queries.ts";

export type KeyOptions = { db: SharedDb; brand: Pick<Brand, "product" | "provider">; now: () => Date };

/** The caller as a reader of keys. */
export function readerOf(
  { brand, now }: Pick<KeyOptions, "brand" | "now">,
  { scope }: Pick<Call<typeof createApiKey>, "scope">,
): KeyReader {
  return { ...scope.nameReader(brand), at: now().toISOString() };
}

/** Creates a key, and returns it this once. */
export async function createOne(options: KeyOptions, call: Call<typeof createApiKey>) {
  const { db, brand, now } = options;
  const { principal, query } = call;
  const { id: orgId, name: organization } = await organizationFor(db, principal, query.org_id);
  const { description, scopes, addresses } = query;
  requireRight(principal, scopes, organization === brand.provider);
  const at = now().getTime();
  const ends = query.ends ?? new Date(at + KEY_DAYS.usual * DAY_MS).toISOString();
  const problem = endProblem(ends, at);
  if (problem !== null) throw new Problem(422, [{ field: "ends", message: problem }]);
  const { name, secret } = newToken(KEY);
  return change(db, call, async (tx) => {
    const by = { email: emailOf(principal), isStaff: actsAsSupport(principal, orgId) };
    const row = { orgId, name, description, secretHash: hashSecret(secret), by, scopes, ends, addresses };
    const made = await insertKey(tx, readerOf(options, call), row);
    return {
      answer: answer(201, { ...made, key: writeToken({ name, secret }) }),
      audit: { target: `api key ${name}`, orgId, after: { description, scopes, ends, addresses } },
      secret: true,
    };
  });
}

/** Gives a key a new secret and a later end. The secret before stays valid for a day, unless the key has ended. */
export async function renewOne(options: KeyOptions, call: Call<typeof renewApiKey>) {
  const { db, brand, now } = options;
  const { principal, query } = call;
  const { id: orgId, name: organization } = await organizationFor(db, principal, query.org_id);
  const { name } = query;
  return change(db, call, async (tx) => {
    const before = await lockKey(tx, orgId, name);
    if (!before) throw notFound();
    const { description, scopes } = before;
    requireRight(principal, scopes, organization === brand.provider);
    const at = now().getTime();
    const { old_secret_ends: until } = before;
    if (until !== null && Date.parse(until) > at) throw new Problem(409, renewedAlready(until));
    const hasEnded = before.ends !== null && Date.parse(before.ends) <= at;
    const old = hasEnded
      ? null
      : { hash: before.secret_hash, ends: new Date(at + OLD_KEY_HOURS * HOUR_MS).toISOString() };
    const { secret } = newToken(KEY);
    const ends = renewedEnd(before, at);
    const renewed = await renewKey(tx, readerOf(options, call), { name, secretHash: hashSecret(secret), ends, old });
    return {
      answer: answer(200, { ...renewed, key: writeToken({ name, secret }) }),
      audit: {
        target: `api key ${name}`,
        orgId,
        before: { description, ends: before.ends },
        after: { description, ends },
      },
      secret: true,
    };
  });
}

/** A third secret would end the first one, which the key's program may still have. */
function renewedAlready(until: Timestamp): string {
  return `This key was renewed a short time ago, and its secret from before is valid until ${utcText(new Date(until))}. Renew it after that, or create another key.`;
}

/** Revokes a key. Its next call is refused. */
export async function revokeOne({ db }: KeyOptions, call: Call<typeof revokeApiKey>) {
  const { id: orgId } = await organizationFor(db, call.principal, call.query.org_id);
  const { name } = call.query;
  return change(db, call, async (tx) => {
    const description = await deleteKey(tx, orgId, name);
    if (description === undefined) throw notFound();
    return { answer: answer(204, null), audit: { target: `api key ${name}`, orgId, before: { description } } };
  });
}

/** Keys that may do what only admins do are for programs of the provider, and only admins get them. */
function requireRight(principal: Principal, scopes: readonly KeyScope[], isOfProvider: boolean): void {
  if (!scopes.some((scope) => ADMIN_SCOPES.has(scope))) return;
  if (principal.kind !== "user" || !principal.user.can_admin) {
    throw new Problem(403, "Only admins create and renew keys with this scope.");
  }
  if (!isOfProvider) throw new Problem(403, "Only keys of the provider's organization can have this scope.");
}

function emailOf(principal: Principal): string {
  if (principal.kind !== "user") throw notFound();
  return principal.user.email;
}
