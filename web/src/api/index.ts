export { call, refreshServerBuild } from "./call.ts";
export { conditionalQuery, ifNoneMatch } from "./conditional-query.ts";
export { useWrite } from "./use-write.ts";
export { CallFailure, isLoggedOut, sentenceOf } from "./failure.ts";
export { sinceInputMs } from "./input.ts";
export { queryKeys } from "./query-keys.ts";
