export { call, confirmWith, LoadedFile, refreshServerBuild, reloadPage, sinceInputMs } from "./call.ts";
export { openEventStream } from "./event-stream.ts";
export { CallFailure, errorSentence, failedWrite, hasAnswer, isLoggedOut, isNotFound } from "./failure.ts";
export { identityOf, ifNoneMatch, keyOf, queryOf, serverQuery } from "./queries.ts";
export type { CallArgs, Kept, QueryArgs, Reading, ServerQuery } from "./queries.ts";
export type { OtherEndpoint } from "./call.ts";
export { isDue, isForMore, isOutdated, markOutdated, requestedAgoMs, watchRequests } from "./requests.ts";
export { useServerMutation } from "./use-server-mutation.ts";
export { isConcerned, reloadCall } from "./writes.ts";
