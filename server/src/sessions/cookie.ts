import { parseCookie, stringifySetCookie } from "cookie";

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
