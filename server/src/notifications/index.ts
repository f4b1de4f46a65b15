export { notifyOfAlerts } from "./notify-of-alerts.ts";
export { notifyPerson, type PersonalNotice } from "./notify-person.ts";
export type { AlertEvent } from "./plan-notifications.ts";
export { deviceRoutes, type DeviceOptions } from "./device-routes.ts";
export { preferenceRoutes } from "./preference-routes.ts";
export { openPushKeys, PUSH_SECRETS } from "./push-keys.ts";
export { notificationRoutes } from "./routes.ts";
export { pushContact, sendPush, type Push, type PushSenders, type PushTarget } from "./send-push.ts";
