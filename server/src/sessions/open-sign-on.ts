import { openSealer, type Sealer } from "../platform/lib/index.ts";
import { openOutgoing } from "../platform/outgoing/index.ts";
import { openIdentityProviders, type IdentityProviders } from "../single-sign-on/index.ts";
import { signOnCookie, type SignOnCookie } from "./sign-on-cookie.ts";

/** The purpose for which client secrets are encrypted. */
export const SIGN_ON_SECRETS = "single sign-on";

/** The parts that logins at identity providers need. */
export type SignOnParts = {
  providers: IdentityProviders;
  cookie: SignOnCookie;
  /** Encrypts client secrets. */
  clientSecrets: Sealer;
  /** Encrypts ID tokens, which say much about a person. */
  idTokens: Sealer;
  /** The address to which identity providers send people back, after a login and after a logout. */
  redirectUri: string;
};

type Options = { secretKey: string; origin: string; allowPrivate: boolean; now: () => Date };

/** With `allowPrivate`, identity providers may be outside the public internet. */
export function openSignOn({ secretKey, origin, allowPrivate, now }: Options): SignOnParts {
  const redirectUri = `${origin}/login`;
  return {
    providers: openIdentityProviders({ outgoing: openOutgoing({ allowPrivate }), redirectUri, now }),
    cookie: signOnCookie({ origin, secretKey }),
    clientSecrets: openSealer(secretKey, SIGN_ON_SECRETS),
    idTokens: openSealer(secretKey, "ID tokens"),
    redirectUri,
  };
}
