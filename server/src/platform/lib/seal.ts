import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts values that are stored in the database and must be read again, such as secrets of other services. */
export type Sealer = {
  seal: (text: string) => Buffer;
  /** Null when it was encrypted with another key, or has been changed. */
  open: (sealed: Uint8Array) => string | null;
};

/** A key for one purpose, derived from the server's secret key, so that nothing sealed for another purpose can be opened with it. */
export function openSealer(secretKey: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", `groundcrew ${purpose}`, 32));
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce);
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    open(sealed) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]).toString("utf8");
      } catch {
        // The tag does not match.
        return null;
      }
    },
  };
}
