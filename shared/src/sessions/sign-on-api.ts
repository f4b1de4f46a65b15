import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { emailDomain } from "../lib/index.ts";

export const findSignOn = endpoint({
  name: "findSignOn",
  summary: "The name of the single sign-on for email addresses of a domain; null if there is none.",
  method: "GET",
  path: "/api/sessions/single-sign-on",
  access: "public",
  refreshMs: Infinity,
  query: z.strictObject({ domain: emailDomain }),
  replies: { 200: z.object({ name: z.string().nullable() }) },
});

export const beginSignOn = endpoint({
  name: "beginSignOn",
  summary:
    "Begins a login at the identity provider for email addresses of a domain; with `confirms`, one that asks people again who they are and so is a proof for calls that have to be confirmed. Somebody who is logged in can only confirm as the same user. The browser has to open `address`, from which it comes back to the login page, and gets a cookie without which `logIn` accepts no answer. A 409 if there is no single sign-on for the domain.",
  method: "POST",
  path: "/api/sessions/single-sign-on",
  access: "public",
  body: z.strictObject({ domain: emailDomain, confirms: z.boolean().default(false) }),
  countsAsLoad: false,
  refusals: [409],
  replies: { 200: z.object({ address: z.string() }) },
});
