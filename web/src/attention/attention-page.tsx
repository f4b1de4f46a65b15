import type { SessionUser } from "@groundcrew/shared/sessions";
import { lazyPanel } from "../ui/index.ts";
import { AcknowledgePage } from "./list/acknowledge-page.tsx";
import { AlertsPage } from "./list/alerts-page.tsx";
import type { AttentionPageName } from "./pages.ts";

const RulesPage = lazyPanel(async () => (await import("./rules/rules-page.tsx")).RulesPage);
const RulePage = lazyPanel(async () => (await import("./rules/rule-page.tsx")).RulePage);
const ChannelsPage = lazyPanel(async () => (await import("./channels/channels-page.tsx")).ChannelsPage);
const DeliveriesPage = lazyPanel(async () => (await import("./deliveries/deliveries-page.tsx")).DeliveriesPage);
const MyNotificationsPage = lazyPanel(
  async () => (await import("./mine/my-notifications-page.tsx")).MyNotificationsPage,
);

type AttentionPageProps = {
  page: AttentionPageName;
  user: SessionUser;
  /** Whether the link of a message asks to acknowledge the alert. */
  acknowledges: boolean;
};

/** Attention: what needs a person, and what makes it so. */
export function AttentionPage({ page, user, acknowledges }: AttentionPageProps) {
  switch (page.tab) {
    case "active":
      if (page.alert !== null && acknowledges) {
        return <AcknowledgePage key={page.alert} id={page.alert} user={user} />;
      }
      return <AlertsPage user={user} openId={page.alert} />;
    case "rules":
      if (page.rule === undefined) return <RulesPage user={user} />;
      return <RulePage key={page.rule} id={page.rule} user={user} />;
    case "channels":
      return <ChannelsPage user={user} />;
    case "deliveries":
      return <DeliveriesPage user={user} />;
    case "me":
      return <MyNotificationsPage />;
  }
}
