import { parseCookie, stringifySetCookie } from "cookie";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";

/** Names and flags of the session cookie. Over https it is bound to the host; over plain http browsers reject the prefixed name. */
export function sessionCookie(origin: string) {
  const secure = origin.startsWith("https:");
  const name = secure ? "__Host-groundcrew_session" : "groundcrew_session";
  const flags = { name, path: "/", httpOnly: true, sameSite: "lax", secure } as const;

  return {
    name,
    read: (header: string | undefined): string | undefined =>
      header === undefined ? undefined : parseCookie(header)[name],
    /** A session cookie without an expiry; the server ends the session. */
    write: (token: string): string => stringifySetCookie({ ...flags, value: token }),
    clear: (): string => stringifySetCookie({ ...flags, value: "", maxAge: 0 }),
  };
}
export type SessionCookie = ReturnType<typeof sessionCookie>;

const NONCE_BYTES = 16;
/** Accounts that a browser is remembered for; the one not used for the longest time is dropped. */
const MAX_ACCOUNTS = 5;
/** How long a browser is remembered without a login: the longest time for which browsers store a cookie. */
export const DEVICE_KEPT_MS = 400 * DAY_MS;

/**
 * Recognizes browsers in which someone has logged in. A cookie contains a random name for the browser and a signature for each account that
 * was logged in to, so someone guessing passwords elsewhere cannot pretend to be it.
 */
export function deviceCookie({ origin, secretKey }: { origin: string; secretKey: string }) {
  const secure = origin.startsWith("https:");
  const name = secure ? "__Host-groundcrew_device" : "groundcrew_device";
  const sign = (nonce: string, email: string) =>
    createHmac("sha256", secretKey).update(`device\n${nonce}\n${email}`).digest("base64url");
  const read = (cookies: string | undefined) => {
    const [nonce = "", ...signatures] =
      (cookies === undefined ? undefined : parseCookie(cookies)[name])?.split(".") ?? [];
    return { nonce, signatures: signatures.slice(0, MAX_ACCOUNTS) };
  };

  return {
    /** The browser's name, if the account was logged in to from it before. */
    nameFor(cookies: string | undefined, email: string): string | undefined {
      const { nonce, signatures } = read(cookies);
      const expected = sign(nonce, email);
      return signatures.some((signature) => isSame(signature, expected)) ? nonce : undefined;
    },
    /** Remembers that the account was logged in to from this browser: a cookie, and the name that the browser has in it. */
    remember(cookies: string | undefined, email: string): { name: string; cookie: string } {
      const before = read(cookies);
      const nonce = before.signatures.length > 0 ? before.nonce : randomBytes(NONCE_BYTES).toString("base64url");
      const signature = sign(nonce, email);
      const others = before.signatures.filter((other) => other !== signature);
      const value = [nonce, signature, ...others].slice(0, 1 + MAX_ACCOUNTS).join(".");
      const flags = { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge: DEVICE_KEPT_MS / SECOND_MS } as const;
      return { name: nonce, cookie: stringifySetCookie({ name, value, ...flags }) };
    },
  };
}
export type DeviceCookie = ReturnType<typeof deviceCookie>;

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
