import { lazyPanel } from "../ui/index.ts";

export { AcknowledgePage } from "./list/acknowledge-page.tsx";
export { AlertsPage } from "./list/alerts-page.tsx";

export const RulesPage = lazyPanel(async () => (await import("./rules/rules-page.tsx")).RulesPage);
export const RulePage = lazyPanel(async () => (await import("./rules/rule-page.tsx")).RulePage);
export const ChannelsPage = lazyPanel(async () => (await import("./channels/channels-page.tsx")).ChannelsPage);
export const DeliveriesPage = lazyPanel(async () => (await import("./deliveries/deliveries-page.tsx")).DeliveriesPage);
export const MyNotificationsPage = lazyPanel(
  async () => (await import("./mine/my-notifications-page.tsx")).MyNotificationsPage,
);
