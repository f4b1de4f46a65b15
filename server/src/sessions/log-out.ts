import type { SharedDb } from "../platform/db/index.ts";
import { findSignOnOf } from "../single-sign-on/index.ts";
import type { SignOnParts } from "./open-sign-on.ts";
import { clientOf } from "./sign-on.ts";

/** A longer one would not fit into an address, to which it belongs. */
const LONGEST = 4_000;

/** The stored form of an ID token; null for one that is too long. */
export function sealIdToken(
  { idTokens }: SignOnParts,
  { issuer, idToken }: { issuer: string; idToken: string },
): Buffer | null {
  return idToken.length > LONGEST ? null : idTokens.seal(`${issuer} ${idToken}`);
}

/** The address at which somebody of an organization logs out where they have logged in; null if there is none. */
export async function logOutAddress(
  { db, signOn }: { db: SharedDb; signOn: SignOnParts },
  sealed: Uint8Array,
  orgId: number,
): Promise<string | null> {
  const [issuer, idToken] = signOn.idTokens.open(sealed)?.split(" ") ?? [];
  const stored = await findSignOnOf(db, orgId);
  // Another identity provider must not read it.
  if (idToken === undefined || !stored || stored.issuer !== issuer) return null;
  return signOn.providers.logOutAddress(clientOf(signOn, stored), idToken);
}
