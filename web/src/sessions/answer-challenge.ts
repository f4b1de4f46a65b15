import { challengePasskey, type PasskeyAnswer } from "@groundcrew/shared/sessions";
import { call, CallFailure } from "../data/api/index.ts";

/** Lets the user choose and unlock one of their passkeys. Rejects if they do not. */
export async function answerChallenge(): Promise<PasskeyAnswer> {
  const [{ startAuthentication }, { body }] = await Promise.all([
    import("@simplewebauthn/browser"),
    call(challengePasskey, {}),
  ]);
  const { id, response } = await startAuthentication({ optionsJSON: body }).catch(() => {
    throw new CallFailure(null, "No passkey was used. Try again, or use something else.");
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { type: "passkey", id, clientDataJSON, authenticatorData, signature };
}
