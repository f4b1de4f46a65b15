import { SECOND_MS } from "@groundcrew/shared/lib";
import {
  clockTolerance,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from "openid-client";
import type { Exchange } from "./exchange.ts";
import { SignOnFailure } from "./sign-on-failure.ts";

/** This console as a client of an identity provider. */
export type OpenIdClient = { issuer: string; clientId: string; clientSecret: string };

/** How much the clock of an identity provider may differ from the server's. */
export const TOLERANCE_MS = 30 * SECOND_MS;
const NEEDED = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

/** The settings that an identity provider publishes (OpenID Connect Discovery, section 4). */
export async function readSettings(
  { issuer, clientId }: OpenIdClient,
  { fetch, allowing }: Exchange,
): Promise<ServerMetadata> {
  if (allowing.length === 0 && !issuer.startsWith("https://")) {
    throw notSetUp("Enter an issuer that begins with https://.");
  }
  const options = { [customFetch]: fetch, execute: allowing };
  const settings = await discovery(new URL(issuer), clientId, undefined, undefined, options).then(
    (configuration) => configuration.serverMetadata(),
    (error: unknown) => {
      throw notSetUp(isOfOtherIssuer(error) ? OTHER_ISSUER : "There is no OpenID Connect provider at this address.");
    },
  );
  // The library takes some that only look alike.
  if (settings.issuer !== issuer) {
    const isSlash = withoutSlash(settings.issuer) === withoutSlash(issuer);
    throw notSetUp(
      isSlash ? `The identity provider reports the issuer ${settings.issuer}. Enter exactly that.` : OTHER_ISSUER,
    );
  }
  if (settings.response_types_supported && !settings.response_types_supported.includes("code")) {
    throw notSetUp("The identity provider does not offer the authorization code flow.");
  }
  const missing = NEEDED.find((one) => settings[one] === undefined);
  if (missing) throw notSetUp(`The identity provider names no ${missing}.`);
  return settings;
}

const OTHER_ISSUER = "The identity provider reports a different issuer. Enter the issuer that its documentation names.";

function notSetUp(sentence: string): SignOnFailure {
  return new SignOnFailure("not set up", sentence);
}

function withoutSlash(text: string): string {
  return text.replace(/\/$/, "");
}

function isOfOtherIssuer(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED";
}

/** A client that asks an identity provider, without keys of earlier logins: replaced ones never matter. */
export function configure(
  { clientId, clientSecret }: OpenIdClient,
  settings: ServerMetadata,
  { fetch, allowing }: Exchange,
): Configuration {
  const methods = settings.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const proof = methods.includes("client_secret_post") ? ClientSecretPost : ClientSecretBasic;
  const tolerance = { [clockTolerance]: TOLERANCE_MS / SECOND_MS };
  const configuration = new Configuration(settings, clientId, tolerance, proof(clientSecret));
  configuration[customFetch] = fetch;
  for (const allow of allowing) allow(configuration);
  // Verifies the signature of ID tokens as well: without it, TLS alone says who has sent them.
  enableNonRepudiationChecks(configuration);
  return configuration;
}
