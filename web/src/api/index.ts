export { call, refreshServerBuild, reloadPage, sinceInputMs } from "./call.ts";
export { CallFailure, isLoggedOut, sentenceOf } from "./failure.ts";
export { conditionalQuery, ifNoneMatch, queryKeys } from "./queries.ts";
export { useWrite } from "./use-write.ts";
