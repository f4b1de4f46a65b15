export { sessionCookie, type SessionCookie } from "./cookie.ts";
export { hashPassword } from "./password.ts";
export { deleteExpiredSessions } from "./queries.ts";
export { sessionRoutes } from "./routes.ts";
export { sessionsIn, type Sessions } from "./session.ts";
