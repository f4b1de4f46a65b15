export { createApp } from "./create-app.ts";
export { openOps } from "./ops.ts";
export type { Principal } from "./principal.ts";
export { notFound, Problem } from "./problem.ts";
export { AlreadyDone, type OnceKey, type StoredAnswer } from "./replay.ts";
export { answer, route, type Call, type CallRequest } from "./route.ts";
export { Scope } from "./scope.ts";
export { sendProblem } from "./send-problems.ts";
export { serveWebApp } from "./web-app.ts";
