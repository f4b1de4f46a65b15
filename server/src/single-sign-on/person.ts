import { emailAddress, lineOf, SECOND_MS } from "@groundcrew/shared/lib";
import { z } from "zod";

/** A person that an identity provider has identified. `issuer` and `subject` identify them for good; the email address is in lower case. */
export type Person = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Null if the identity provider does not say. */
  isVerified: boolean | null;
  /** The domain that Google says manages the account; null for personal ones, and elsewhere. */
  hostedDomain: string | null;
  name: string;
  /** The values of the claim that decides about rights. */
  roles: readonly string[];
  /** When the identity provider last asked the person who they are; null if it does not say. */
  authenticated: Date | null;
  idToken: string;
};

const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]).catch([]);

const claimsOf = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: emailAddress.nullable().catch(null),
  // What is neither said nor left out is no yes.
  email_verified: z
    .unknown()
    .optional()
    .transform((said) => (said === undefined || said === null ? null : said === true || said === "true")),
  hd: z.string().toLowerCase().nullable().catch(null),
  name: lineOf(100).catch(""),
  // In seconds, up to the year 9999.
  auth_time: z.number().min(0).max(253_402_300_799).nullable().catch(null),
});

/** Reads what is said about a person. Texts that nobody could have entered here are left out. */
export function personOf(
  claims: Readonly<Record<string, unknown>>,
  { roleClaim, idToken }: { roleClaim: string | null; idToken: string },
): Person {
  const {
    iss: issuer,
    sub: subject,
    email,
    email_verified: isVerified,
    hd: hostedDomain,
    name,
    auth_time,
  } = claimsOf.parse(claims);
  const roles = roleClaim === null ? [] : texts.parse(valueOf(claims, roleClaim));
  const authenticated = auth_time === null ? null : new Date(auth_time * SECOND_MS);
  return { issuer, subject, email, isVerified, hostedDomain, name, roles, authenticated, idToken };
}

/** The issuer of Google accounts. */
export const GOOGLE_ISSUER = "https://accounts.google.com";

/** False for a Google account that no organization with these domains manages: anybody can make one, also with an address of theirs. */
export function isManagedBy({ issuer, hostedDomain }: Person, domains: readonly string[]): boolean {
  return issuer !== GOOGLE_ISSUER || (hostedDomain !== null && domains.includes(hostedDomain));
}

/** The value of a claim, or of one within another: `realm_access.roles`. */
function valueOf(claims: unknown, name: string): unknown {
  const own = fieldOf(claims, name);
  return own === undefined ? name.split(".").reduce(fieldOf, claims) : own;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
