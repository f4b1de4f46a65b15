export { call } from "./call.ts";
export { useWrite } from "./use-write.ts";
export { CallFailure, isLoggedOut, sentenceOf } from "./failure.ts";
