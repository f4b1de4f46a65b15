export { watchRestores } from "./metrics.ts";
export { insertAnswers, insertRestore, findProgress, oldestTaken, type ResendAnswer } from "./queries.ts";
export { resendRequests } from "./resend-requests.ts";
