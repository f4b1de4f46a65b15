export { BodyPart, bodyWriter, joinParts } from "./replies/body-parts.ts";
export { acceptedEncoding, compress, encodingFor, type Encoding } from "./replies/compress.ts";
export { createApp } from "./create-app.ts";
export { csvAnswer, type CsvColumns } from "./replies/csv.ts";
export { drainer } from "./drain.ts";
export { EventBody, eventPart } from "./replies/event-body.ts";
export { matchesTag } from "./replies/etag.ts";
export { openOps, tryWithin, type Check } from "./ops.ts";
export {
  actsAsSupport,
  authorOf,
  organizationOf,
  preferencesOf,
  shownAuthorOf,
  type Author,
  type KeySource,
  type Principal,
  type PrincipalSource,
} from "./access/principal.ts";
export { notFound, Problem, type Subject } from "./problem.ts";
export { readBytes } from "./read-bytes.ts";
export type { Refusal } from "./send-problems.ts";
export { AlreadyDone, UNCHANGED, type IdempotencyKey, type StoredAnswer } from "./replay.ts";
export { admittingRoute, answer, requireConfirmation, route, type Call, type CallRequest } from "./route.ts";
export { Scope } from "./access/scope.ts";
export { sendProblem } from "./send-problems.ts";
export { serveNothingElse, serveWebApp, webAppBuild } from "./replies/web-app.ts";
