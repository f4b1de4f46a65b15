import type { SignInMethod } from "@groundcrew/shared/account";
import type { SharedDb } from "../platform/db/index.ts";
import type { Account } from "./queries.ts";

/** A person whose identity is proven. */
export type LoggedIn = {
  account: Account;
  by: SignInMethod;
  /** True if the proof needs no second step. */
  isWhole?: boolean;
  /** When an identity provider asked who they are; null if it does not say. Left out by logins that have asked themselves. */
  authenticated?: Date | null;
  /** The ID token of an identity provider, to log out with there, and its issuer. */
  idToken?: { issuer: string; idToken: string };
  /**
   * Whether the proof still holds, checked in the transaction that opens the session: a password may have changed by then. Renews a
   * password hash that was stored with other parameters than today's.
   */
  confirm: (tx: SharedDb) => Promise<boolean>;
  /** The answer when it does not. */
  unconfirmed: string;
};

/**
 * A failed attempt. `email` is the address tried, `account` the account it belongs to and `orgId` the organization whose identity provider was used, as far
 * as they are known.
 */
export type Refused = {
  email?: string;
  account?: Account | undefined;
  orgId?: number;
  by: SignInMethod;
  sentence: string;
};
