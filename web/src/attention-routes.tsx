import { createRoute, redirect } from "@tanstack/react-router";
import { settingsWith } from "./kit/index.ts";
import { loggedIn } from "./logged-in-route.tsx";
import { lazyPage } from "./ui/index.ts";

const AlertsPage = lazyPage(async () => (await import("./alerts/list/alerts-page.tsx")).AlertsPage);
const AcknowledgePage = lazyPage(async () => (await import("./alerts/list/acknowledge-page.tsx")).AcknowledgePage);
const RulesPage = lazyPage(async () => (await import("./alerts/rules/rules-page.tsx")).RulesPage);
const RulePage = lazyPage(async () => (await import("./alerts/rules/rule-page.tsx")).RulePage);
const ChannelsPage = lazyPage(async () => (await import("./notifications/channels/channels-page.tsx")).ChannelsPage);
const DeliveriesPage = lazyPage(
  async () => (await import("./notifications/deliveries/deliveries-page.tsx")).DeliveriesPage,
);
const MyNotificationsPage = lazyPage(
  async () => (await import("./notifications/mine/my-notifications-page.tsx")).MyNotificationsPage,
);

/** Attention: alerts, and the rules that raise them. */
const attention = createRoute({
  getParentRoute: () => loggedIn,
  path: "/attention",
  validateSearch: settingsWith("at-", "ru-", "dl-", "acknowledge"),
});

const below = { getParentRoute: () => attention, caseSensitive: true };
const toAlerts = () => redirect({ to: "/attention", replace: true });
const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text);
const useUser = () => attention.useRouteContext().user;

/** The alerts, one of which may be open. */
const alerts = createRoute({
  ...below,
  path: "{-$alert}",
  beforeLoad: ({ params: { alert } }) => {
    if (alert !== undefined && !isNumber(alert)) throw toAlerts();
  },
  component: function Alerts() {
    const { alert } = alerts.useParams();
    const { acknowledge } = alerts.useSearch();
    const user = useUser();
    if (alert === undefined) return <AlertsPage user={user} openId={null} />;
    const id = Number(alert);
    // A link in a notification asks for confirmation.
    if (acknowledge !== undefined) return <AcknowledgePage key={id} id={id} user={user} />;
    return <AlertsPage user={user} openId={id} />;
  },
});

const newRule = createRoute({
  ...below,
  path: "rules/new",
  beforeLoad: ({ context: { user } }) => {
    if (!user.can_admin && !user.can_manage) throw toAlerts();
  },
  component: () => <RulePage id={null} user={useUser()} />,
});

const rule = createRoute({
  ...below,
  path: "rules/$rule",
  beforeLoad: ({ params }) => {
    if (!isNumber(params.rule)) throw toAlerts();
  },
  component: function Rule() {
    const id = Number(rule.useParams().rule);
    return <RulePage key={id} id={id} user={useUser()} />;
  },
});

export const attentionRoutes = attention.addChildren([
  alerts,
  createRoute({ ...below, path: "rules", component: () => <RulesPage user={useUser()} /> }),
  newRule,
  rule,
  createRoute({
    ...below,
    path: "channels",
    component: () => <ChannelsPage user={useUser()} />,
  }),
  createRoute({
    ...below,
    path: "deliveries",
    component: () => <DeliveriesPage user={useUser()} />,
  }),
  createRoute({ ...below, path: "me", component: () => <MyNotificationsPage /> }),
  createRoute({
    ...below,
    path: "$",
    beforeLoad: () => {
      throw toAlerts();
    },
  }),
]);
