import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { sessionUser } from "./user.ts";

/** A session with its user. */
export const session = z.object({ user: sessionUser });

export const getSession = endpoint({
  name: "getSession",
  summary: "The user of the current session.",
  method: "GET",
  path: "/api/sessions/current",
  access: "user",
  keyScope: null,
  replies: { 200: session },
});

export const logOut = endpoint({
  name: "logOut",
  summary:
    "Ends the current session. Also succeeds without one. If it began at an identity provider, `X-Log-Out-At` has the address at which people log out there too.",
  method: "DELETE",
  path: "/api/sessions/current",
  access: "public",
  replyHeaders: ["x-log-out-at"],
  replies: { 204: z.null() },
});
