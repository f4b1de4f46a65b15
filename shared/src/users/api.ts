import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { emailAddress, flagInQuery, orgIdInQuery } from "../lib/index.ts";
import { listedUser, newPassword } from "./user.ts";

export const listUsers = endpoint({
  name: "listUsers",
  summary:
    "The users of an organization, by default the caller's own, and those invited to it, ordered by email. At most 5000.",
  method: "GET",
  path: "/api/users",
  access: "user",
  keyScope: null,
  topics: ["users"],
  query: z.strictObject({ org_id: orgIdInQuery.optional() }),
  refusals: [404],
  replies: { 200: z.array(listedUser) },
});

export const inviteUser = endpoint({
  name: "inviteUser",
  summary:
    "Invites someone to an organization, by default the caller's own, by email. The account is created when they accept, within 72 hours. Inviting again sends another email and restarts the 72 hours; within 5 minutes it is a 429 with `Retry-After`, unless the email could not be sent. An organization may send 30 an hour, above that it is a 429, and have 500 open ones, above that a 409. The email of a user whom the caller can see is a 409. The email of any other user is treated like an unknown one.",
  method: "POST",
  path: "/api/users",
  access: "manager",
  keyScope: null,
  topics: ["users"],
  idempotencyKey: true,
  query: z.strictObject({ org_id: orgIdInQuery.optional(), email: emailAddress }),
  refusals: [404, 409],
  replies: { 201: listedUser },
});

export const changePermission = endpoint({
  name: "changePermission",
  summary:
    "Grants or revokes manager rights of a user or an invited person. `org_id` is the organization of the user or invitation. Changing one's own rights, or those of the provider's users, is a 409.",
  method: "PUT",
  path: "/api/users/permission",
  access: "manager",
  keyScope: null,
  topics: ["users"],
  query: z.strictObject({ email: emailAddress, can_manage: flagInQuery, org_id: orgIdInQuery.optional() }),
  refusals: [404, 409],
  replies: { 200: listedUser },
});

export const deleteUser = endpoint({
  name: "deleteUser",
  summary:
    "Removes a user and ends their sessions, or withdraws an invitation. `org_id` is the organization of the user or invitation. Removing oneself is a 409.",
  method: "DELETE",
  path: "/api/users",
  access: "manager",
  keyScope: null,
  topics: ["users"],
  query: z.strictObject({ email: emailAddress, org_id: orgIdInQuery.optional() }),
  refusals: [404, 409],
  replies: { 204: z.null() },
});

export const resetSecondStep = endpoint({
  name: "resetSecondStep",
  summary:
    "Removes the passkeys, the authenticator app and the recovery codes of a user who has lost them, and ends their sessions. They are informed by email, log in without a second step, and set up a new one; where the organization requires one, they reach only their own account until then. `org_id` is the organization of the user. One's own, or that of somebody who has none, is a 409. An organization may do this 20 times an hour.",
  method: "DELETE",
  path: "/api/users/second-step",
  access: "manager",
  keyScope: null,
  topics: ["users"],
  query: z.strictObject({ email: emailAddress, org_id: orgIdInQuery.optional() }),
  refusals: [404, 409],
  replies: { 204: z.null() },
});

/** Whose password is to be reset. */
export const resetRequest = z.strictObject({ email: emailAddress });

export const requestPasswordReset = endpoint({
  name: "requestPasswordReset",
  summary: "Emails a link to set a new password to a known user. The reply is the same for an unknown one.",
  method: "DELETE",
  path: "/api/users/password",
  access: "public",
  topics: ["users"],
  query: resetRequest,
  countsAsLoad: false,
  replies: { 204: z.null() },
});

export const setPassword = endpoint({
  name: "setPassword",
  summary: "Sets a password with the code from an email, once, and ends the user's sessions. An invalid code is a 404.",
  method: "PUT",
  path: "/api/users/password",
  access: "public",
  query: z.strictObject({ code: z.string().min(1, "The link is incomplete.").max(200) }),
  body: z.strictObject({ email: emailAddress, password: newPassword }),
  refusals: [404],
  replies: { 204: z.null() },
});
