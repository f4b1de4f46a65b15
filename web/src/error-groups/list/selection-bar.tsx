import type { ErrorGroup, GroupTab } from "@groundcrew/shared/error-groups";
import {
  IconArchive,
  IconArchiveOff,
  IconCircleCheck,
  IconGitMerge,
  IconUserCheck,
  IconUserShare,
} from "@tabler/icons-react";
import { SelectionBar } from "../../kit/index.ts";
import { countText } from "../../lib/index.ts";
import { Button } from "../../ui/index.ts";
import styles from "../groups.module.css";
import { useGroupSummary } from "../use-group-summary.ts";

type GroupSelectionProps = {
  groups: readonly ErrorGroup[];
  includeAll: boolean;
  tab: GroupTab;
  acts: GroupActs;
  isBusy: boolean;
  onClear: () => void;
};

/** Actions for the selected groups. */
export type GroupActs = Record<"acknowledge" | "assign" | "resolve" | "archive" | "unarchive" | "merge", () => void>;

/** The number of selected groups, and what can be done with them. */
export function GroupSelectionBar({ groups, includeAll, tab, acts, isBusy, onClear }: GroupSelectionProps) {
  const { data } = useGroupSummary(groups, includeAll);
  const [only] = groups;
  const { errors, stations } =
    groups.length === 1 && only ? { errors: only.open, stations: only.stations } : (data ?? {});
  return (
    <SelectionBar
      className={`sticky mb-3 rounded ${styles.selection}`}
      label="Selected groups"
      count={`${countText(groups.length, "group")} selected`}
      notes={[
        errors !== undefined &&
          stations !== undefined &&
          `${countText(errors, "error")} at ${countText(stations, "station")}`,
      ]}
      onClear={onClear}
    >
      {tab !== "resolved" && (
        <>
          <Button icon={IconUserCheck} busy={isBusy} onClick={acts.acknowledge}>
            Acknowledge
          </Button>
          <Button icon={IconUserShare} onClick={acts.assign}>
            Assign…
          </Button>
          <Button icon={IconCircleCheck} onClick={acts.resolve}>
            Resolve All…
          </Button>
        </>
      )}
      {tab === "archived" && (
        <Button icon={IconArchiveOff} busy={isBusy} onClick={acts.unarchive}>
          Unarchive
        </Button>
      )}
      {(tab === "open" || tab === "mine") && (
        <Button icon={IconArchive} onClick={acts.archive}>
          Archive…
        </Button>
      )}
      <Button
        tone="main"
        icon={IconGitMerge}
        disabled={groups.length < 2}
        title={groups.length < 2 ? "Select at least two groups" : undefined}
        onClick={acts.merge}
      >
        Merge…
      </Button>
    </SelectionBar>
  );
}
