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

const tints: Record<ErrorGroupState, string | undefined> = {
  new: "tint-accent",
  ongoing: undefined,
  escalating: styles.escalating,
  regressed: "tint-warn",
  archived: "dashed",
  resolved: "tint-ok",
};

type StatePillProps = { group: Pick<ErrorGroup, "state" | "state_reason" | "owner"> };

/** The state of a group. Solid red is only for what escalates and has no owner. */
export function StatePill({ group: { state, state_reason, owner } }: StatePillProps) {
  const tint = state === "escalating" && owner !== null ? "tint-danger" : tints[state];
  return (
    <span className={classes("state-pill", tint)} title={state_reason ?? undefined}>
      <Icon icon={icons[state]} size="s" />
      {groupStateLabels[state]}
    </span>
  );
}
