import { useQuery } from "@tanstack/react-query";
import { domainOf, emailDomain } from "@groundcrew/shared/lib";
import { beginSignOn, findSignOn } from "@groundcrew/shared/sessions";
import { call, serverQuery } from "../data/api/index.ts";

/** A single sign-on by the domain of email addresses, and its name. */
export type SignOn = { domain: string; name: string };

const KEY = "single-sign-on";

/** The single sign-on for an email address, else the one that was used in this browser last; null if there is neither. */
export function useSignOn(email: string): SignOn | null {
  const domain = emailDomain.safeParse(domainOf(email)).data;
  const { isComplete, ...query } = serverQuery(
    findSignOn,
    domain && email.includes("@") ? { query: { domain } } : null,
  );
  const name = useQuery({ ...query, enabled: isComplete, retry: false }).data?.value.name;
  return domain && name ? { domain, name } : remembered();
}

function remembered(): SignOn | null {
  const stored = new URLSearchParams(localStorage.getItem(KEY) ?? "");
  const [domain, name] = [stored.get("domain"), stored.get("name")];
  return domain !== null && name !== null ? { domain, name } : null;
}

/** Navigates to the identity provider, from which the browser comes back to `r`. With `confirms`, it asks again who the user is. */
export async function startSignOn(
  signOn: SignOn,
  {
    r = new URLSearchParams(window.location.search).get("r"),
    confirms = false,
  }: { r?: string | null; confirms?: boolean } = {},
): Promise<null> {
  const { body } = await call(beginSignOn, { body: { domain: signOn.domain, confirms } });
  sessionStorage.setItem(KEY, new URLSearchParams({ ...signOn, ...(r !== null && { r }) }).toString());
  window.location.assign(body.address);
  return null;
}

/** The answer of an identity provider. The browser remembers the single sign-on once it is accepted. */
export type SignOnResponse = { answer: string; remember: () => void };

/** True if the address's query has an answer of an identity provider. */
export function hasSignOnResponse(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has("state") && (query.has("code") || query.has("error"));
}

/** The answer of an identity provider in the address's query, and the path to return to; null if there is none that this tab has asked for. */
export function takeSignOnResponse(search: string): { response: SignOnResponse; r: string | null } | null {
  const used = sessionStorage.getItem(KEY);
  if (used === null || !hasSignOnResponse(search)) return null;
  const query = new URLSearchParams(search);
  query.delete("r");
  sessionStorage.removeItem(KEY);
  const remember = () => localStorage.setItem(KEY, used);
  return { response: { answer: query.toString(), remember }, r: new URLSearchParams(used).get("r") };
}
