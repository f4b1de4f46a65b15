import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { parseCookie, stringifySetCookie } from "cookie";
import { z } from "zod";
import { openSealer } from "../platform/lib/index.ts";

/** How long somebody may take at the identity provider. */
const LASTS_MS = 10 * MINUTE_MS;

const begunSignOn = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  orgId: z.number(),
  rev: z.number(),
  begun: z.number(),
  /** True if people are asked again who they are. */
  confirms: z.boolean().default(false),
  /** The user who is logged in and confirms who they are. */
  userId: z.number().nullable().default(null),
});

/** A login that this browser has begun at an identity provider. */
type BegunSignOn = z.output<typeof begunSignOn>;

/** How many logins a browser keeps: people open several tabs. */
const KEPT = 3;

/** Keeps begun logins in the browser, encrypted. Any server can finish them, and no other browser. */
export function signOnCookie({ origin, secretKey }: { origin: string; secretKey: string }) {
  const sealer = openSealer(secretKey, "begun single sign-on");
  const secure = origin.startsWith("https:");
  const name = secure ? "__Host-groundcrew_sso" : "groundcrew_sso";
  const flags = { name, path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  const expiryOf = ({ begun }: BegunSignOn) => new Date(begun + LASTS_MS);

  function readAll(cookies: string | undefined): BegunSignOn[] {
    const value = cookies === undefined ? undefined : parseCookie(cookies)[name];
    const text = value === undefined ? null : sealer.open(Buffer.from(value, "base64url"));
    return text === null ? [] : begunSignOn.array().catch([]).parse(JSON.parse(text));
  }

  return {
    /** The cookie with one more login. */
    write(begun: BegunSignOn, cookies: string | undefined): string {
      const kept = [begun, ...readAll(cookies)].slice(0, KEPT);
      const value = sealer.seal(JSON.stringify(kept)).toString("base64url");
      return stringifySetCookie({ ...flags, value, maxAge: LASTS_MS / SECOND_MS });
    },
    /** The login with a state. Null if there is none, or it has expired. */
    read(cookies: string | undefined, state: string | null, now: Date): BegunSignOn | null {
      return readAll(cookies).find((begun) => begun.state === state && expiryOf(begun) > now) ?? null;
    },
    expiryOf,
  };
}
export type SignOnCookie = ReturnType<typeof signOnCookie>;
