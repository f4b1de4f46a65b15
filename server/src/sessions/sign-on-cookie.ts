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
});

/** A login that this browser has begun at an identity provider. */
type BegunSignOn = z.output<typeof begunSignOn>;

/** Keeps a begun login in the browser, encrypted. Any server can finish it, and no other browser. */
export function signOnCookie({ origin, secretKey }: { origin: string; secretKey: string }) {
  const sealer = openSealer(secretKey, "begun single sign-on");
  const secure = origin.startsWith("https:");
  const name = secure ? "__Host-groundcrew_sso" : "groundcrew_sso";
  const flags = { name, path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  const expiryOf = ({ begun }: BegunSignOn) => new Date(begun + LASTS_MS);

  return {
    write: (begun: BegunSignOn): string =>
      stringifySetCookie({
        ...flags,
        value: sealer.seal(JSON.stringify(begun)).toString("base64url"),
        maxAge: LASTS_MS / SECOND_MS,
      }),
    /** Null without one, and for one that has expired. */
    read(cookies: string | undefined, now: Date): BegunSignOn | null {
      const value = cookies === undefined ? undefined : parseCookie(cookies)[name];
      const text = value === undefined ? null : sealer.open(Buffer.from(value, "base64url"));
      const begun = text === null ? null : begunSignOn.parse(JSON.parse(text));
      return begun && expiryOf(begun) > now ? begun : null;
    },
    expiryOf,
  };
}
export type SignOnCookie = ReturnType<typeof signOnCookie>;
