export { call } from "./call.ts";
export { CallFailure, isLoggedOut, sentenceOf } from "./failure.ts";
