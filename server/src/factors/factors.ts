import { createHmac, hkdfSync, randomBytes, randomInt } from "node:crypto";
import { RECOVERY_CODES } from "@groundcrew/shared/sessions";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { z } from "zod";
import { openSealer } from "../platform/lib/index.ts";

/** Without letters and digits that are easily taken for others. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 8;
const SECRET_BYTES = 20;
/** How long somebody may take to add an app. */
const SETUP_MS = 30 * MINUTE_MS;

const setup = z.object({ userId: z.number(), secret: z.base64url(), begun: z.number() });

/** The secrets of second factors, stored so that the database alone is of no use to anyone. */
export type Factors = ReturnType<typeof openFactors>;

export function openFactors(secretKey: string) {
  const sealer = openSealer(secretKey, "authenticator apps");
  const setups = openSealer(secretKey, "new authenticator apps");
  const codeKey = Buffer.from(hkdfSync("sha256", secretKey, "", "groundcrew recovery codes", 32));
  const toText = (secret: Uint8Array) => Buffer.from(secret).toString("base64url");

  return {
    newSecret: (): Buffer => randomBytes(SECRET_BYTES),
    seal: (secret: Uint8Array): Buffer => sealer.seal(toText(secret)),
    /** Null when it was encrypted with another secret key. */
    open(sealed: Uint8Array): Buffer | null {
      const text = sealer.open(sealed);
      return text === null ? null : Buffer.from(text, "base64url");
    },

    /** A new secret that its user has not confirmed yet. It is stored nowhere: the browser returns it with the first code. */
    beginSetup({ userId, secret, now }: { userId: number; secret: Uint8Array; now: Date }): string {
      const begun = { userId, secret: toText(secret), begun: now.getTime() };
      return setups.seal(JSON.stringify(begun)).toString("base64url");
    },
    /** The secret of a setup that this user began lately; null for any other. */
    openSetup(text: string, { userId, now }: { userId: number; now: Date }): Buffer | null {
      const opened = setups.open(Buffer.from(text, "base64url"));
      if (opened === null) return null;
      const begun = setup.parse(JSON.parse(opened));
      const isLate = now.getTime() - begun.begun > SETUP_MS;
      return begun.userId !== userId || isLate ? null : Buffer.from(begun.secret, "base64url");
    },

    /** The stored form of a code. Codes are too short for a hash without a key. */
    hashRecoveryCode(userId: number, code: string): Buffer {
      const typed = code.toLowerCase().replaceAll(/[^a-z\d]/g, "");
      return createHmac("sha256", codeKey).update(`${userId}\n${typed}`).digest();
    },
  };
}

/** New recovery codes, as they are shown: `k7fq-29xm`. */
export function newRecoveryCodes(): string[] {
  const part = () =>
    Array.from({ length: CODE_LENGTH / 2 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return Array.from({ length: RECOVERY_CODES }, () => `${part()}-${part()}`);
}
