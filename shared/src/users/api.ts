import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { emailAddress, flagInQuery, orgIdInQuery } from "../lib/index.ts";
import { listedUser, newPassword } from "./user.ts";

export const listUsers = endpoint({
  name: "listUsers",
  summary:
    "The users of an organization, the caller's own unless named, and those invited to it, ordered by email. At most 5000.",
  method: "GET",
  path: "/api/users",
  access: "user",
  query: z.strictObject({ org_id: orgIdInQuery.optional() }),
  refusals: [404],
  replies: { 200: z.array(listedUser) },
});

export const inviteUser = endpoint({
  name: "inviteUser",
  summary:
    "Invites someone to an organization, the caller's own unless named, by mail. The account is made when they accept, within 72 hours; inviting again sends another mail and begins these anew, but not within 5 minutes: 429 with `Retry-After`. An email of a user whom the caller sees is a 409; one of any other user is answered and listed like an unknown one.",
  method: "POST",
  path: "/api/users",
  access: "manager",
  idempotencyKey: true,
  query: z.strictObject({ org_id: orgIdInQuery.optional(), email: emailAddress }),
  refusals: [404, 409],
  replies: { 201: listedUser },
});

export const changePermission = endpoint({
  name: "changePermission",
  summary:
    "Makes a user or someone invited a manager, or no longer one. `org_id` names the organization whose list is meant. Nobody changes their own, nor that of the provider's users: 409.",
  method: "PUT",
  path: "/api/users/permission",
  access: "manager",
  query: z.strictObject({ email: emailAddress, can_manage: flagInQuery, org_id: orgIdInQuery.optional() }),
  refusals: [404, 409],
  replies: { 200: listedUser },
});

export const deleteUser = endpoint({
  name: "deleteUser",
  summary:
    "Removes a user and ends their sessions, or withdraws an invitation. `org_id` names the organization whose list is meant. Nobody removes themselves: 409.",
  method: "DELETE",
  path: "/api/users",
  access: "manager",
  query: z.strictObject({ email: emailAddress, org_id: orgIdInQuery.optional() }),
  refusals: [404, 409],
  replies: { 204: z.null() },
});

export const requestPasswordReset = endpoint({
  name: "requestPasswordReset",
  summary: "Mails a link to set a new password to a known user. The answer is the same for an unknown one.",
  method: "DELETE",
  path: "/api/users/password",
  access: "public",
  query: z.strictObject({ email: emailAddress }),
  replies: { 204: z.null() },
});

export const setPassword = endpoint({
  name: "setPassword",
  summary:
    "Sets a password with the code from a mail, once, and ends the user's sessions. A code that does not serve is a 404.",
  method: "PUT",
  path: "/api/users/password",
  access: "public",
  query: z.strictObject({ code: z.string().min(1, "The link is incomplete.").max(200) }),
  body: z.strictObject({ email: emailAddress, password: newPassword }),
  refusals: [404],
  replies: { 204: z.null() },
});
