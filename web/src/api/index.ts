export { call, refreshServerBuild, reloadPage, sinceInputMs } from "./call.ts";
export { openEventStream } from "./event-stream.ts";
export { CallFailure, errorSentence, failedWrite, isLoggedOut, isNotFound } from "./failure.ts";
export { conditionalQuery, ifNoneMatch, queryKeys } from "./queries.ts";
export { useServerMutation } from "./use-server-mutation.ts";
