import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import { IconAdjustmentsPlus, IconChartLine, IconList, IconTable, type Icon } from "@tabler/icons-react";
import { accountLink } from "../account/index.ts";
import { attentionLinks } from "../alerts/index.ts";
import { manageLinks, managePages } from "../manage/index.ts";
import { ssotLinks, ssotPages } from "../ssot/index.ts";
import { statsLinks, statsPages } from "../stats/index.ts";
import { supportLogLinks } from "../support-log/index.ts";
import type { TabLink } from "../ui/index.ts";
import type { Item } from "./sections.ts";

/** The pages of the console that a user may see, besides those of one thing. */
export function consolePages(user: SessionUser): readonly Item[] {
  const newRule = { to: "/attention/rules/new", label: "New Rule", icon: IconAdjustmentsPlus } as const;
  return [
    ...pagesOf("", [{ to: "/", label: "Stations", icon: IconList }]),
    ...pagesOf("Attention", [
      { ...attentionLinks.active, label: "Attention" },
      attentionLinks.rules,
      ...(isManager(user) || user.can_admin ? [newRule] : []),
      attentionLinks.channels,
      attentionLinks.deliveries,
      attentionLinks.me,
    ]),
    ...pagesOf("Support Log", user.can_admin ? Object.values(supportLogLinks) : []),
    ...pagesOf(
      "SSoT",
      ssotPages(user).map((page) => ssotLinks[page]),
      IconTable,
    ),
    ...pagesOf(
      "Stats",
      statsPages(user).map((page) => statsLinks[page]),
      IconChartLine,
    ),
    ...pagesOf(
      "Manage",
      managePages(user).map((page) => manageLinks[page]),
    ),
    ...pagesOf("", [accountLink]),
  ];
}

/** `usual` is the icon of links without one. */
function pagesOf(area: string, links: readonly TabLink[], usual: Icon = IconList): Item[] {
  return links.map(({ to = "/", label, icon = usual }) => ({
    id: `page ${to}`,
    icon,
    label,
    about: area === label ? "" : area,
    effect: { kind: "page", href: to },
  }));
}
