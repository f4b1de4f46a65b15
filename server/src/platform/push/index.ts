export { encryptPush, isPushKey, type SubscriptionKeys } from "./encrypt.ts";
export { newPushKeyPair, vapidHeader, type PushKeyPair } from "./vapid.ts";
