import { isRuleKind, type AlertKind, type RuleKind } from "@groundcrew/shared/alerts";
import {
  IconBellRinging,
  IconBuildingBroadcastTower,
  IconCircleX,
  IconLock,
  IconPlugConnectedX,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { ruleKindForms } from "./rules/kinds/index.ts";

const otherIcons: Record<Exclude<AlertKind, RuleKind>, TablerIcon> = {
  site_not_ready: IconCircleX,
  site_outage: IconBuildingBroadcastTower,
  no_reports: IconPlugConnectedX,
  rejected_station: IconLock,
  external: IconBellRinging,
};

/** The icon of a kind of alerts. */
export function kindIcon(kind: AlertKind): TablerIcon {
  return isRuleKind(kind) ? ruleKindForms[kind].icon : otherIcons[kind];
}
