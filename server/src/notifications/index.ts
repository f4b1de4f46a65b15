export { notifyOfAlerts } from "./notify-of-alerts.ts";
export { notifyPerson, type PersonalNotice } from "./notify-person.ts";
export type { AlertEvent } from "./plan-notifications.ts";
export { notificationRoutes } from "./routes.ts";
