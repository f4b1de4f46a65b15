export { bodyPart, bodyWriter, joinParts, type BodyPart } from "./body-parts.ts";
export { acceptedEncoding, compress, encodingFor, type Encoding } from "./compress.ts";
export { createApp } from "./create-app.ts";
export { csvAnswer, type CsvColumns } from "./csv.ts";
export { drainer } from "./drain.ts";
export { EventBody, eventPart } from "./event-body.ts";
export { matchesTag } from "./etag.ts";
export { openOps, tryWithin, type Check } from "./ops.ts";
export {
  actsAsSupport,
  authorOf,
  shownAuthorOf,
  type Author,
  type Principal,
  type PrincipalSource,
} from "./principal.ts";
export { notFound, Problem } from "./problem.ts";
export type { Refusal } from "./send-problems.ts";
export { AlreadyDone, type IdempotencyKey, type StoredAnswer } from "./replay.ts";
export { admittingRoute, answer, route, type Call, type CallRequest } from "./route.ts";
export { Scope } from "./scope.ts";
export { sendProblem } from "./send-problems.ts";
export { validateFromMemory, type ConditionalCall } from "./unchanged.ts";
export { serveNothingElse, serveWebApp, webAppBuild } from "./web-app.ts";
