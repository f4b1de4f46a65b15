import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import {
  IconActivity,
  IconArchive,
  IconArrowBackUp,
  IconCircleCheck,
  IconCirclePlus,
  IconTrendingUp,
} from "@tabler/icons-react";
import { Pill } from "../ui/index.ts";
import { groupStateLabels } from "./group-texts.ts";

const pills = {
  new: { icon: IconCirclePlus, tone: "accent" },
  ongoing: { icon: IconActivity, tone: "plain" },
  escalating: { icon: IconTrendingUp, tone: "solid" },
  regressed: { icon: IconArrowBackUp, tone: "warn" },
  archived: { icon: IconArchive, tone: "dashed" },
  resolved: { icon: IconCircleCheck, tone: "ok" },
} as const;

type StatePillProps = { group: Pick<ErrorGroup, "state" | "state_reason" | "owner"> };

/** The state of a group. Solid red is only for what escalates and has no owner. */
export function StatePill({ group: { state, state_reason, owner } }: StatePillProps) {
  const { icon, tone } = pills[state];
  const isCalm = state === "escalating" && owner !== null;
  return (
    <Pill tone={isCalm ? "danger" : tone} icon={icon} title={state_reason ?? undefined}>
      {groupStateLabels[state]}
    </Pill>
  );
}
