import { z } from "zod";
import { timestamp } from "../lib/index.ts";
import { passkeyAnswer } from "./passkey.ts";

/** Ways to prove who one is besides a password or a Google account. */
export const secondStep = z.enum(["passkey", "app", "recovery"]);
export type SecondStep = z.output<typeof secondStep>;

/** How many recovery codes are made at once, and when few are left. */
export const RECOVERY_CODES = 10;
export const FEW_RECOVERY_CODES = 3;

/** The six digits that an authenticator app shows, as people type them. */
export const appCode = z.string().regex(/^\s*\d{3}\s?\d{3}\s*$/, "Enter the six digits that the app shows.");

const recoveryCode = z.string().regex(/^\s*[a-z\d]{4}[\s-]?[a-z\d]{4}\s*$/i, "Enter a code such as k7fq-29xm.");

/** A code for the second step: of the authenticator app, or one of the recovery codes, each of which is valid once. */
export const secondStepCode = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("app"), code: appCode }),
  z.strictObject({ type: z.literal("recovery"), code: recoveryCode }),
]);
export type SecondStepCode = z.output<typeof secondStepCode>;

/** A proof for the second step: a code, or the answer of a passkey. */
export const secondStepProof = z.discriminatedUnion("type", [...secondStepCode.options, passkeyAnswer]);
export type SecondStepProof = z.output<typeof secondStepProof>;

/** A login that waits for its second step until it expires. `login` identifies it, and `steps` are the ways that its user can take. */
export const pendingLogin = z.object({
  login: z.string(),
  email: z.string(),
  steps: z.array(secondStep),
  expires: timestamp,
});
export type PendingLogin = z.output<typeof pendingLogin>;
