import { z } from "zod";
import { endpoint } from "../contract/index.ts";

const bytes = z.base64url().min(1).max(4_000);

/** The answer of a passkey to a challenge (WebAuthn, section 5.2.2), in base64url. */
export const passkeyAnswer = z.strictObject({
  type: z.literal("passkey"),
  id: bytes,
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes,
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** A challenge for any passkey of this console, in the form that browsers parse (WebAuthn, section 5.1.10). */
const passkeyChallenge = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal("required"),
});

export const challengePasskey = endpoint({
  name: "challengePasskey",
  summary:
    "A challenge for passkeys, which may be answered once and within five minutes, to log in, as second step, or to confirm who one is. It depends on no user.",
  method: "GET",
  path: "/api/sessions/passkey-challenge",
  access: "public",
  countsAsLoad: false,
  replies: { 200: passkeyChallenge },
});
