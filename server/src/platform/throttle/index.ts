export { countWrongToken, networkOf, siteOf, undoOnFailure } from "./throttle.ts";
export { FORGET_MS } from "./queries.ts";
export { throttleIn, type Attempt, type Bucket, type Throttle } from "./throttle.ts";
export { countCall, countCallIn, uncountCall, type CallLimit } from "./count-calls.ts";
