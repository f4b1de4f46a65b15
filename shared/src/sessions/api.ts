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
    "Ends the current session. Also succeeds without one. If it began at an identity provider where people log out too, the reply is a 200 with the address to open for that.",
  method: "DELETE",
  path: "/api/sessions/current",
  access: "public",
  replies: { 200: z.object({ address: z.string() }), 204: z.null() },
});
