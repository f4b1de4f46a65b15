import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { addPasskey } from "@groundcrew/shared/account";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { PasskeyAnswer } from "@groundcrew/shared/sessions";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { z } from "zod";
import type { StoredPasskey } from "./passkey-queries.ts";

/** How long a challenge may be answered. */
const CHALLENGE_MS = 5 * MINUTE_MS;
const TIME_BYTES = 6;
const NONCE_BYTES = 16;
const BODY_BYTES = TIME_BYTES + NONCE_BYTES;

/** Ed25519, ECDSA with P-256, and RSA, as in every key that is sold. */
export const ALGORITHMS = [-8, -7, -257];

/** Browsers know no passkeys of addresses. A console on the loopback address may be reached by the name, and through any port. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const LOCAL_PAGE = /^http:\/\/localhost(:\d+)?$/;

const clientData = z.object({ challenge: z.string(), origin: z.string() });
type Expected = {
  expectedChallenge: string;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: boolean;
};

type PasskeyOptions = { secretKey: string; origin: string };

/** Passkeys of this origin. They belong to its host: at another one they are all lost. */
export type Passkeys = ReturnType<typeof openPasskeys>;

/** A challenge that was answered, and when it expires. */
type Answered = { challenge: string; expires: Date };

export function openPasskeys({ secretKey, origin }: PasskeyOptions) {
  const challenges = openChallenges(secretKey);
  const { hostname } = new URL(origin);
  const isLocal = LOOPBACK.test(hostname);
  const rpId = isLocal ? "localhost" : hostname;

  /** Calls `verify` with what is expected of an answer, and returns the challenge as well. Null if it is not right. */
  async function verifying<Found>(
    now: Date,
    clientDataJSON: string,
    verify: (expected: Expected) => Promise<Found | null>,
  ): Promise<(Found & Answered) | null> {
    const client = clientData.safeParse(parseJson(Buffer.from(clientDataJSON, "base64url").toString())).data;
    const expires = client && challenges.expiryOf(client.challenge, now);
    if (!expires) return null;
    const { challenge } = client;
    const expectedOrigin = isLocal && LOCAL_PAGE.test(client.origin) ? client.origin : origin;
    const expected = {
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: rpId,
      requireUserVerification: true,
    };
    // The library rejects what is malformed or wrong.
    const found = await verify(expected).catch(() => null);
    return found && { ...found, challenge, expires };
  }

  return {
    rpId,
    timeoutMs: CHALLENGE_MS,

    challenge: challenges.make,

    /** The credential of a new passkey. */
    verifyNew: ({ id, clientDataJSON, attestationObject }: z.output<typeof addPasskey.body>, now: Date) =>
      verifying(now, clientDataJSON, async (expected) => {
        const response = { clientDataJSON, attestationObject };
        const verified = await verifyRegistrationResponse({
          response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
          supportedAlgorithmIDs: ALGORITHMS,
          ...expected,
        });
        return verified.verified ? { credential: verified.registrationInfo.credential } : null;
      }),

    /** The new counter of a passkey that has answered. */
    verify: (answer: PasskeyAnswer, passkey: StoredPasskey, now: Date) =>
      verifying(now, answer.clientDataJSON, async (expected) => {
        const { id, clientDataJSON, authenticatorData, signature } = answer;
        const response = { clientDataJSON, authenticatorData, signature };
        const { public_key, counter } = passkey;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
          credential: { id, publicKey: new Uint8Array(public_key), counter },
          ...expected,
        });
        return verified ? { counter: authenticationInfo.newCounter } : null;
      }),
  };
}

/** Challenges that say themselves when they expire, so that strangers cannot fill a table with challenges. */
function openChallenges(secretKey: string) {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", "groundcrew passkey challenges", 32));
  const sign = (body: Uint8Array) => createHmac("sha256", key).update(body).digest();
  return {
    make: (now: Date): string => {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(now.getTime(), 0, TIME_BYTES);
      const body = Buffer.concat([time, randomBytes(NONCE_BYTES)]);
      return Buffer.concat([body, sign(body)]).toString("base64url");
    },
    /** When a challenge expires; null for one that is not ours, or no longer valid at `now`. */
    expiryOf: (challenge: string, now: Date): Date | null => {
      const bytes = Buffer.from(challenge, "base64url");
      const [body, signature] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES)];
      const right = sign(body);
      if (signature.length !== right.length || !timingSafeEqual(signature, right)) return null;
      const expires = new Date(body.readUIntBE(0, TIME_BYTES) + CHALLENGE_MS);
      return expires > now ? expires : null;
    },
  };
}

/** Undefined for text that is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
