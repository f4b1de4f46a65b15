import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { appCode, secondStepProof } from "../sessions/index.ts";

export const confirmIdentity = endpoint({
  name: "confirmIdentity",
  summary:
    "Proves again that the session is used by its user, which some calls require every ten minutes (428): by the second factor, or by the password of a user who has none. Wrong ones are a 422, and after too many of them it returns 429 with `Retry-After`.",
  method: "POST",
  path: "/api/account/confirmation",
  access: "user",
  keyScope: null,
  body: z.discriminatedUnion("type", [
    ...secondStepProof.options,
    z.strictObject({
      type: z.literal("password"),
      password: z.string().min(1, "Enter your password.").max(128, "Passwords have at most 128 characters."),
    }),
  ]),
  refusals: [409],
  replies: { 204: z.null() },
});

/** New recovery codes, which are shown this once. */
export const newCodes = z.object({ recovery_codes: z.array(z.string()) });

export const beginApp = endpoint({
  name: "beginApp",
  summary:
    "Makes a secret for an authenticator app, as an address to read from a QR code and as text to type. Nothing is stored until `addApp` returns `setup` with a first code within 30 minutes.",
  method: "POST",
  path: "/api/account/app/setup",
  access: "user",
  keyScope: null,
  replies: { 200: z.object({ secret: z.string(), uri: z.string(), setup: z.string() }) },
});

export const addApp = endpoint({
  name: "addApp",
  summary:
    "Adds the caller's authenticator app, in place of the one before. The first second factor comes with recovery codes; a list of none means that those before stay valid.",
  method: "PUT",
  path: "/api/account/app",
  access: "user",
  keyScope: null,
  topics: ["users"],
  body: z.strictObject({ setup: z.string().max(1000), code: appCode }),
  refusals: [409],
  replies: { 200: newCodes },
});

/** Why the last second factor of a user cannot be removed. */
export function lastFactorSentence(organization: string): string {
  return `${organization} requires a second step. Add another before you remove your only one.`;
}

export const removeApp = endpoint({
  name: "removeApp",
  summary:
    "Removes the caller's authenticator app, and with the last second factor the recovery codes. The last one is a 409 where the organization requires one.",
  method: "DELETE",
  path: "/api/account/app",
  access: "user",
  keyScope: null,
  topics: ["users"],
  refusals: [404, 409],
  replies: { 204: z.null() },
});

export const renewRecoveryCodes = endpoint({
  name: "renewRecoveryCodes",
  summary: "Replaces the caller's recovery codes. Without a second factor it is a 409.",
  method: "POST",
  path: "/api/account/recovery-codes",
  access: "user",
  keyScope: null,
  topics: ["users"],
  refusals: [409],
  replies: { 200: newCodes },
});
