import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  genericGrantRequest,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type Configuration,
  type ServerMetadata,
  type UserInfoResponse,
} from "openid-client";
import { limitConcurrency } from "../platform/lib/index.ts";
import type { Outgoing } from "../platform/outgoing/index.ts";
import { beginExchange, type Exchange } from "./exchange.ts";
import { personOf, type Person } from "./person.ts";
import { configure, readSettings, type OpenIdClient } from "./provider-settings.ts";
import { failureOf, isClientRefused, SignOnFailure } from "./sign-on-failure.ts";

/** The parts of a login that have to come back from the browser that began it. */
type Begun = { state: string; nonce: string; verifier: string };

type Finishing = { begun: Begun; answer: string; roleClaim: string | null };

/** Logins at identity providers (OpenID Connect Core, section 3.1: authorization code flow, with PKCE). Reject with a `SignOnFailure`. */
export type IdentityProviders = {
  /** A login, and the address at which it goes on. With `asks`, people have to prove there who they are, even if they are logged in. */
  begin: (client: OpenIdClient, options: { asks: boolean }) => Promise<Begun & { address: string }>;
  /** The person of a login's answer. */
  finish: (client: OpenIdClient, login: Finishing) => Promise<Person>;
  /** The address at which people log out; null if there is none, or the identity provider does not answer. */
  logOutAddress: (client: OpenIdClient, idToken: string) => Promise<string | null>;
  /** The problem of a client, as a sentence; null if there is none. */
  findProblem: (client: OpenIdClient) => Promise<string | null>;
};

/**
 * How old the settings of an identity provider may be. Those with which a login begins also show that it answers: otherwise people would be sent to a
 * page that does not load.
 */
const SETTINGS_MS = { begin: 10 * SECOND_MS, finish: 10 * MINUTE_MS };
/** For how long an identity provider whose settings could not be read is not asked again. */
const FAILED_MS = 5 * SECOND_MS;
const MAX_SETTINGS = 1_000;
/** One that is slow takes its share of the server, and no more. Who waits still gets an answer within 5 s. */
const EXCHANGES = { atOnce: 20, waiting: 100, waitMs: SECOND_MS };
const SCOPE = "openid profile email";

type Options = { outgoing: Outgoing; redirectUri: string; now: () => Date };

export function openIdentityProviders({ outgoing, redirectUri, now }: Options): IdentityProviders {
  const settingsAt = keptSettings(now);
  const limited = limitConcurrency(EXCHANGES.atOnce, { max: EXCHANGES.waiting, waitMs: EXCHANGES.waitMs, full });

  function using<Result>(
    client: OpenIdClient,
    use: (configuration: Configuration) => Promise<Result>,
    settingsOf = settingsAt(SETTINGS_MS.finish),
  ): Promise<Result> {
    return limited(async () => {
      const exchange = beginExchange(outgoing);
      try {
        return await use(configure(client, await settingsOf(client, exchange), exchange));
      } catch (error) {
        throw failureOf(error, exchange.outage());
      }
    });
  }

  return {
    begin: (client, { asks }) =>
      using(client, (configuration) => begin(configuration, redirectUri, asks), settingsAt(SETTINGS_MS.begin)),
    finish: (client, login) => using(client, (configuration) => finish(configuration, redirectUri, login)),
    logOutAddress: (client, idToken) =>
      using(client, async (configuration) => {
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
        const parameters = { id_token_hint: idToken, post_logout_redirect_uri: redirectUri };
        return webAddressOf(buildEndSessionUrl(configuration, parameters));
      }).catch(() => null),
    findProblem: (client) =>
      using(client, (configuration) => tryClient(configuration, redirectUri), readSettings).then(
        () => null,
        (error: unknown) => failureOf(error, null).message,
      ),
  };
}

type Kept = { settings: Promise<ServerMetadata>; state: "reading" | "read" | "failed"; at: number };

/** The settings of an issuer are read by one login at a time, whose result, also a failure, is that of the others. */
function keptSettings(now: () => Date) {
  const known = new Map<string, Kept>();

  function read(client: OpenIdClient, exchange: Exchange): Promise<ServerMetadata> {
    const settings = readSettings(client, exchange).catch((error: unknown) => {
      throw failureOf(error, exchange.outage());
    });
    const kept: Kept = { settings, state: "reading", at: now().getTime() };
    if (known.size >= MAX_SETTINGS) known.clear();
    known.set(client.issuer, kept);
    const end = (state: Kept["state"]) => () => Object.assign(kept, { state, at: now().getTime() });
    settings.then(end("read"), end("failed"));
    return settings;
  }

  return (maxAgeMs: number) =>
    async (client: OpenIdClient, exchange: Exchange): Promise<ServerMetadata> => {
      const found = known.get(client.issuer);
      const longestMs = found && { reading: Infinity, read: maxAgeMs, failed: FAILED_MS }[found.state];
      if (found && now().getTime() - found.at < (longestMs ?? 0)) return found.settings;
      return read(client, exchange);
    };
}

function full(): SignOnFailure {
  return new SignOnFailure("unavailable", "Too many logins wait for identity providers.");
}

/** Some identity providers take a `max_age` of 0 as none. It also makes them say when they asked (OpenID Connect Core, section 3.1.2.1). */
const ASK_AGAIN = { prompt: "login", max_age: "0" };

async function begin(
  configuration: Configuration,
  redirectUri: string,
  asks: boolean,
): Promise<Begun & { address: string }> {
  const begun = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
    ...(asks && ASK_AGAIN),
  });
  return { ...begun, address: webAddressOf(address) };
}

async function finish(
  configuration: Configuration,
  redirectUri: string,
  { begun, answer, roleClaim }: Finishing,
): Promise<Person> {
  const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${answer}`), {
    expectedState: begun.state,
    expectedNonce: begun.nonce,
    pkceCodeVerifier: begun.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims || tokens.id_token === undefined) throw new SignOnFailure("unconfirmed", "There is no ID token.");
  const isComplete = "email" in claims && (roleClaim === null || roleClaim in claims);
  const hasMore = !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more: Partial<UserInfoResponse> = hasMore
    ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {};
  // Whether an address is verified is said about the one beside it.
  const verified = "email" in claims ? claims["email_verified"] : more.email_verified;
  return personOf({ ...more, ...claims, email_verified: verified }, { roleClaim, idToken: tokens.id_token });
}

/** An identity provider that knows the client refuses a code that it has not issued, and one that does not refuses the client. */
async function tryClient(configuration: Configuration, redirectUri: string): Promise<void> {
  const parameters = { code: randomState(), redirect_uri: redirectUri, code_verifier: randomPKCECodeVerifier() };
  try {
    await genericGrantRequest(configuration, "authorization_code", parameters);
  } catch (error) {
    if (!(error instanceof ResponseBodyError) || isClientRefused(error)) throw error;
  }
}

/** The text of an address that a browser opens: identity providers choose it. */
function webAddressOf(url: URL): string {
  if (["http:", "https:"].includes(url.protocol)) return url.href;
  throw new SignOnFailure("not set up", "The identity provider names an address that is none of the web.");
}
