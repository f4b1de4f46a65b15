import { hash, randomBytes } from "node:crypto";
import { HOUR_MS, MINUTE_MS, DAY_MS } from "@groundcrew/shared/lib";
import { CONFIRMED_FOR_MS } from "@groundcrew/shared/contract";
import { stepToSetUp, type SessionUser } from "@groundcrew/shared/sessions";
import { showsAsManager } from "@groundcrew/shared/users";
import { noCache, type NotifiedCache, type SharedDb } from "../platform/db/index.ts";
import type { Principal, PrincipalSource } from "../platform/http/index.ts";
import {
  deleteSession,
  findAccountById,
  findSession,
  insertSession,
  touchSession,
  type Account,
  type Session,
  type SignIn,
} from "./queries.ts";

/**
 * How long a session lasts unused, and at most. Users who see every organization must log in more often. Requests that a screen makes by
 * itself do not count as use.
 */
const SESSION_LIMITS = {
  provider: { idleMs: 2 * HOUR_MS, totalMs: 12 * HOUR_MS },
  customer: { idleMs: 12 * HOUR_MS, totalMs: 7 * DAY_MS },
} as const;

const UNKNOWN: SignIn = {
  signed_in_by: null,
  second_step: null,
  ip: null,
  agent: null,
  device_hash: null,
  is_new_device: false,
  id_token: null,
};

// The use of a session is written at most this often.
const TOUCH_MS = MINUTE_MS;
const TOKEN_BYTES = 32;

/** Sessions, and the principals they belong to. */
export type Sessions = PrincipalSource & {
  /** Opens a session and returns its id and its token, which is stored nowhere else. */
  open: (tx: SharedDb, account: Account, signIn?: SignIn) => Promise<{ id: number; token: string }>;
  /** Ends a session, if there is one. */
  close: (tx: SharedDb, token: string) => Promise<void>;
  /** The principal for calls made with an account. */
  principalOf: (account: Account) => UserPrincipal;
  /** How long a session of an organization lasts unused, and at most. */
  limitsOf: (organization: string) => (typeof SESSION_LIMITS)[keyof typeof SESSION_LIMITS];
};

type UserPrincipal = Extract<Principal, { kind: "user" }>;

type SessionCache = NotifiedCache<Session>;

type SessionOptions = { provider: string; now: () => Date; cache?: SessionCache };

/** Sessions stored in the database. `provider` is the organization that sees everything. */
export function sessionsIn(db: SharedDb, { provider, now, cache = noCache() }: SessionOptions): Sessions {
  const limitsOf = (organization: string) =>
    organization === provider ? SESSION_LIMITS.provider : SESSION_LIMITS.customer;
  const principalOf = (account: Account): UserPrincipal => userPrincipal(account, { provider, at: now() });

  const principalIn = ({ account, confirmed }: Session, at: Date): UserPrincipal => ({
    ...userPrincipal(account, { provider, at }),
    isConfirmed: confirmed !== null && at.getTime() - Date.parse(confirmed) < CONFIRMED_FOR_MS,
  });

  /** Whether a request counts as a use that has to be stored. */
  function isUse({ last_used }: Session, background: boolean, at: Date): boolean {
    return !background && at.getTime() - Date.parse(last_used) > TOUCH_MS;
  }

  async function recordUse(tokenHash: Buffer, { account, created }: Session, at: Date): Promise<void> {
    const { idleMs, totalMs } = limitsOf(account.organization);
    const expires = new Date(Math.min(at.getTime() + idleMs, Date.parse(created) + totalMs));
    await touchSession(db, tokenHash, { now: at, expires });
  }

  return {
    principalOf,
    limitsOf,

    async open(tx, account, signIn = UNKNOWN) {
      const token = randomBytes(TOKEN_BYTES).toString("base64url");
      const at = now();
      const expires = new Date(at.getTime() + limitsOf(account.organization).idleMs);
      const opened = { tokenHash: hashToken(token), userId: account.id, now: at, expires, ...signIn };
      return { id: await insertSession(tx, opened), token };
    },

    knownPrincipal(token, background) {
      const session = cache.get(cacheKey(hashToken(token)));
      const at = now();
      if (!session || Date.parse(session.expires) <= at.getTime() || isUse(session, background, at)) return undefined;
      return principalIn(session, at);
    },

    async principal(token, background) {
      const tokenHash = hashToken(token);
      const at = now();
      const session = await cache.load(cacheKey(tokenHash), () => findSession(db, tokenHash, at));
      if (!session) return { kind: "anonymous" };
      if (isUse(session, background, at)) await recordUse(tokenHash, session, at);
      return principalIn(session, at);
    },

    async close(tx, token) {
      await deleteSession(tx, hashToken(token));
    },
  };
}

type Reading = { provider: string; at: Date };

function userPrincipal(account: Account, reading: Reading): UserPrincipal {
  return {
    kind: "user",
    id: account.id,
    user: sessionUser(account, reading),
    provider: account.organization === reading.provider,
    hasSecondStep: account.has_second_step,
  };
}

/** A user with the rights that they have now, for work that is done for them without a session; undefined when they were deleted. */
export async function principalOfUser(db: SharedDb, id: number, provider: string): Promise<UserPrincipal | undefined> {
  const account = await findAccountById(db, id);
  return account && userPrincipal(account, { provider, at: new Date() });
}

/** An account as its owner sees it. The provider's users are managers, and only they can be admins. */
function sessionUser(account: Account, { provider, at }: Reading): SessionUser {
  const { name, email, can_admin, org_id, organization, default_view, time_zone, units, theme } = account;
  const { second_step_from: requiredFrom, has_second_step: hasStep } = account;
  const isManager = showsAsManager(account, { provider });
  const step = stepToSetUp({ requiredFrom, hasStep }, at.getTime());
  return {
    name,
    email,
    can_manage: isManager,
    can_admin: can_admin && organization === provider,
    org_id,
    organization,
    default_view,
    preferences: { time_zone, units, theme },
    ...(step && { required_step: step }),
  };
}

function cacheKey(tokenHash: Buffer): string {
  return tokenHash.toString("base64");
}

/** The stored form of a session's token. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
