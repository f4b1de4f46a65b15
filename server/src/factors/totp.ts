import { createHmac, timingSafeEqual } from "node:crypto";
import { SECOND_MS } from "@groundcrew/shared/lib";

/** Codes of authenticator apps (RFC 6238) as every app knows them: SHA-1, six digits, 30 seconds. */
const STEP_MS = 30 * SECOND_MS;
const DIGITS = 6;

/** The number of the period of 30 seconds that a time is in. */
export function stepOf(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS);
}

/** The code of a period (RFC 4226, section 5.3). */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * The period of a right code: the current one or, since clocks of phones differ, one beside it, but only after `last`, so that a code that was seen
 * is not accepted again. Null for a wrong code.
 */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  { now, last }: { now: Date; last: number },
): number | null {
  const current = stepOf(now);
  const given = Buffer.from(code.replaceAll(/\s/g, ""));
  return (
    [current - 1, current, current + 1].find((step) => {
      const right = Buffer.from(codeAt(secret, step));
      return step > last && right.length === given.length && timingSafeEqual(right, given);
    }) ?? null
  );
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes in base32 without padding (RFC 4648), as people type them into apps. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, "0"), 2))).join("");
}

/** The address that an app reads from a QR code. */
export function appUri({ secret, product, email }: { secret: Uint8Array; product: string; email: string }): string {
  const label = `${encodeURIComponent(product)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(product)}`;
}
