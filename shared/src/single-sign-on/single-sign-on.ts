import { z } from "zod";
import { emailDomain, lineOf, timestamp, withoutLogin } from "../lib/index.ts";

/** How many domains, and how many values of a claim, an organization may have. */
export const DOMAINS_MAX = 20;
const VALUES_MAX = 20;

/**
 * The identifier of an identity provider, at whose address its settings are found (OpenID Connect Discovery, section 4). It is compared
 * character by character, so nothing is added to it or removed.
 */
export const issuer = z
  .string()
  .trim()
  .min(1, "Enter the issuer.")
  .max(500)
  .regex(/^https?:\/\/[^\s?#]+$/, "Enter an address that begins with https://, without ? and #.")
  .pipe(z.url({ protocol: /^https?$/, error: "Enter a complete address, such as https://login.harbor.example." }))
  .refine((text) => withoutLogin(text) === text, "Leave out the user name and password.");

/** The client secret of this console at the identity provider. */
const clientSecret = z.string().trim().min(1, "Enter the client secret.").max(1000);

/** The fields of an organization's single sign-on, besides the secret. */
const fields = {
  name: lineOf(40, "Enter a name, such as Harbor Air SSO."),
  issuer,
  client_id: lineOf(300, "Enter the client ID."),
  domains: z
    .array(emailDomain)
    .min(1, "Enter at least one domain.")
    .max(DOMAINS_MAX, `Enter at most ${DOMAINS_MAX} domains.`),
  /** Addresses count although the identity provider does not say whether it has verified them. If it says that it has not, they never do. */
  trusts_emails: z.boolean(),
  /** The claim that decides who is a manager, at each login; null leaves that to managers. */
  role_claim: lineOf(200, "Enter the name of the claim.").nullable(),
  /** The values of that claim with which a user is a manager. */
  manager_values: z.array(lineOf(300, "Enter a value.")).max(VALUES_MAX, `Enter at most ${VALUES_MAX} values.`),
  /** People who log in need no invitation. */
  creates_users: z.boolean(),
  is_on: z.boolean(),
};

/** How the users of an organization log in at its identity provider. */
export const singleSignOn = z.object({
  org_id: z.int(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  domains: z.array(z.string()),
  trusts_emails: z.boolean(),
  role_claim: z.string().nullable(),
  manager_values: z.array(z.string()),
  creates_users: z.boolean(),
  is_on: z.boolean(),
  rev: z.int(),
  edited: timestamp,
  edited_by: z.string(),
});
export type SingleSignOn = z.output<typeof singleSignOn>;

/**
 * An edit of it. `rev` is null if there is none yet, and `client_secret` is null if it stays as it is: with another issuer it has to be
 * entered again.
 */
export const singleSignOnEdit = z
  .strictObject({ rev: z.int().nullable(), ...fields, client_secret: clientSecret.nullable() })
  .refine(({ role_claim, manager_values }) => role_claim === null || manager_values.length > 0, {
    path: ["manager_values"],
    message: "Enter at least one value of the claim.",
  });
export type SingleSignOnEdit = z.output<typeof singleSignOnEdit>;

/** The client with which to ask an identity provider whether it knows this console. Without a secret, the stored one is used. */
export const singleSignOnTest = z.strictObject({
  issuer,
  client_id: fields.client_id,
  client_secret: clientSecret.nullable(),
});
