export { sessionCookie, type SessionCookie } from "./cookie.ts";
export { DEVICE_KEPT_MS, deviceCookie, type DeviceCookie } from "./cookie.ts";
export { googleVerifier, type VerifyGoogle } from "./google.ts";
export { hashNewPassword, hashPassword, passwordMatches } from "./password.ts";
export { ACCOUNT_WAITS } from "./buckets.ts";
export { deleteIdentity, selectIdentities } from "./identity-queries.ts";
export { CHANGED } from "./log-in.ts";
export {
  confirmSession,
  deleteSessionOf,
  deleteSessionsOf,
  findSession,
  lockPasswordHash,
  selectSessionsOf,
  unconfirmOtherSessions,
} from "./queries.ts";
export { acceptDeviceOf, deviceOfSession, isInNewDevice, rejectDeviceOf, updateDeviceMails } from "./device-queries.ts";
export { identityMails, mailIdentity } from "./link-identity.ts";
export { newDeviceMails } from "./new-device.ts";
export { sessionRoutes } from "./routes.ts";
export { openSignOn, SIGN_ON_SECRETS } from "./open-sign-on.ts";
export { hashToken, principalOfUser, sessionsIn, type Sessions } from "./session.ts";
export { isWeakPassword } from "./password.ts";
