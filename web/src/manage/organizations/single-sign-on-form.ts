import { singleSignOnEdit, type SingleSignOn, type SingleSignOnEdit } from "@groundcrew/shared/single-sign-on";
import { z } from "zod";
import { refuse } from "../../kit/index.ts";

/** The form of a single sign-on: lists as text. */
export type SignOnValues = {
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  domains: string;
  trusts_emails: boolean;
  role_claim: string;
  manager_values: string;
  creates_users: boolean;
  is_on: boolean;
};

/** The values of a single sign-on, or of one that is to be set up for an organization. */
export function signOnValues(stored: SingleSignOn | null, organization: string): SignOnValues {
  return {
    name: stored?.name ?? `${organization} SSO`,
    issuer: stored?.issuer ?? "",
    client_id: stored?.client_id ?? "",
    client_secret: "",
    domains: stored?.domains.join(", ") ?? "",
    trusts_emails: stored?.trusts_emails ?? false,
    role_claim: stored?.role_claim ?? "",
    manager_values: stored?.manager_values.join("\n") ?? "",
    creates_users: stored?.creates_users ?? false,
    is_on: stored?.is_on ?? true,
  };
}

/** The form. An empty secret stays as it is, unless there is none yet. */
export function signOnForm(isNew: boolean) {
  return z
    .object({
      name: z.string(),
      issuer: z.string(),
      client_id: z.string(),
      client_secret: z.string(),
      domains: z.string(),
      trusts_emails: z.boolean(),
      role_claim: z.string(),
      manager_values: z.string(),
      creates_users: z.boolean(),
      is_on: z.boolean(),
    })
    .transform((values, context): SingleSignOnEdit => {
      const [client_secret, role_claim] = [values.client_secret.trim() || null, values.role_claim.trim() || null];
      if (isNew && client_secret === null) refuse(context, "client_secret", "Enter the client secret.");
      const domains = partsOf(values.domains, /[\s,;]+/);
      const manager_values = role_claim === null ? [] : partsOf(values.manager_values, /\n/);
      return { ...values, client_secret, role_claim, domains, manager_values, rev: null };
    })
    .pipe(singleSignOnEdit);
}

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}
