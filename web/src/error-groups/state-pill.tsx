import type { ErrorGroup, ErrorGroupState } from "@groundcrew/shared/error-groups";
import {
  IconActivity,
  IconArchive,
  IconArrowBackUp,
  IconCircleCheck,
  IconCirclePlus,
  IconTrendingUp,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { classes, Icon } from "../ui/index.ts";
import { groupStateLabels } from "./group-texts.ts";
import styles from "./groups.module.css";

const icons: Record<ErrorGroupState, TablerIcon> = {
  new: IconCirclePlus,
  ongoing: IconActivity,
  escalating: IconTrendingUp,
  regressed: IconArrowBackUp,
  archived: IconArchive,
  resolved: IconCircleCheck,
};

type StatePillProps = { group: Pick<ErrorGroup, "state" | "state_reason" | "owner"> };

/** The state of a group. Solid red is only for what escalates and has no owner. */
export function StatePill({ group: { state, state_reason, owner } }: StatePillProps) {
  const tone = state === "escalating" && owner !== null ? "escalatingOwned" : state;
  return (
    <span
      className={classes("state-pill", tone === "archived" ? "dashed" : styles[tone])}
      title={state_reason ?? undefined}
    >
      <Icon icon={icons[state]} size="s" />
      {groupStateLabels[state]}
    </span>
  );
}
