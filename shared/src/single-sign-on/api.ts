import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { orgIdInQuery } from "../lib/index.ts";
import { singleSignOn, singleSignOnEdit, singleSignOnTest } from "./single-sign-on.ts";

const params = z.strictObject({ organization: orgIdInQuery });
const rev = z.coerce.number("Give a whole number.").pipe(z.int("Give a whole number."));

export const listSingleSignOn = endpoint({
  name: "listSingleSignOn",
  summary:
    "The single sign-on of all organizations that have it, ordered by organization, and the address to which identity providers have to send people back.",
  method: "GET",
  path: "/api/single-sign-on",
  access: "admin",
  keyScope: null,
  topics: ["organizations"],
  replies: { 200: z.object({ redirect_uri: z.string(), organizations: z.array(singleSignOn) }) },
});

export const saveSingleSignOn = endpoint({
  name: "saveSingleSignOn",
  summary:
    "Sets up or changes the single sign-on of an organization. A domain that another organization has is a 409. 412 when someone else has changed it since the caller's `rev`.",
  method: "PUT",
  path: "/api/organizations/:organization/single-sign-on",
  access: "admin",
  keyScope: null,
  topics: ["organizations"],
  params,
  body: singleSignOnEdit,
  refusals: [404, 409, 412],
  replies: { 200: singleSignOn },
});

export const deleteSingleSignOn = endpoint({
  name: "deleteSingleSignOn",
  summary:
    "Removes the single sign-on of an organization. Its users stay, and log in with a password. 412 when someone else has changed it since the caller's `rev`.",
  method: "DELETE",
  path: "/api/organizations/:organization/single-sign-on",
  access: "admin",
  keyScope: null,
  topics: ["organizations"],
  params,
  query: z.strictObject({ rev }),
  refusals: [404, 412],
  replies: { 204: z.null() },
});

export const testSingleSignOn = endpoint({
  name: "testSingleSignOn",
  summary:
    "Asks an identity provider for its settings, and whether it accepts the client ID and the secret. Nothing is stored. `problem` is null if nothing is wrong.",
  method: "POST",
  path: "/api/organizations/:organization/single-sign-on/test",
  access: "admin",
  keyScope: null,
  params,
  body: singleSignOnTest,
  countsAsLoad: false,
  refusals: [404],
  replies: { 200: z.object({ problem: z.string().nullable() }) },
});
