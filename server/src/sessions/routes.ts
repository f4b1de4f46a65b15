import { getSession, logIn, logOut } from "@groundcrew/shared/sessions";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/index.ts";
import { answer, Problem, route } from "../http/index.ts";
import type { SessionCookie } from "./cookie.ts";
import { passwordMatches } from "./password.ts";
import { findAccount } from "./queries.ts";
import { sessionUser, type Sessions } from "./session.ts";

const REFUSED = "The email address or password is wrong.";

/** Who is logged in, logging in, logging out. */
export function sessionRoutes(
  app: FastifyInstance,
  { db, sessions, cookie }: { db: Db; sessions: Sessions; cookie: SessionCookie },
): void {
  route(app, getSession, async ({ principal }) => {
    if (principal.kind !== "user") throw new Problem(401, "Log in to continue.");
    return answer(200, { user: principal.user });
  });

  route(app, logIn, async ({ body, request }) => {
    if (body.type === "google") throw new Problem(503, "Google sign-in is not configured on this server.");
    const found = await findAccount(db, body.email);
    const matches = await passwordMatches(body.password, found?.password_hash ?? null);
    if (!found || !matches) throw new Problem(401, REFUSED);
    if (request.sessionToken !== undefined) await sessions.close(request.sessionToken);
    const token = await sessions.open(found.account);
    return answer(201, { user: sessionUser(found.account) }, { "set-cookie": cookie.write(token) });
  });

  route(app, logOut, async ({ request }) => {
    if (request.sessionToken !== undefined) await sessions.close(request.sessionToken);
    return answer(204, null, { "set-cookie": cookie.clear() });
  });
}
