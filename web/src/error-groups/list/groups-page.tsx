import { useState, type ReactNode } from "react";
import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import { plainPattern } from "@groundcrew/shared/station-errors";
import { IconCircleCheck } from "@tabler/icons-react";
import { useServerNow } from "../../data/clock/index.ts";
import { FreshnessLabel, type Freshness } from "../../data/freshness/index.ts";
import {
  DataList,
  KeyHints,
  ListSkeleton,
  Loaded,
  NoMatches,
  useListSelection,
  useView,
  type ViewInAddress,
} from "../../kit/index.ts";
import { countText, listText, maintainedText, wholeNumber } from "../../lib/index.ts";
import { CheckField, Empty, pressInRow, type FocusedRow, type RowActions } from "../../ui/index.ts";
import { GroupDialog, useGroupActs } from "./group-dialogs.tsx";
import { useAssignees } from "../../ownership/index.ts";
import { groupList } from "./group-list.tsx";
import styles from "../groups.module.css";
import { GroupsTools } from "./groups-tools.tsx";
import { GroupSelectionBar, type GroupActs } from "./selection-bar.tsx";
import { useGroups, type ListedGroups } from "./use-groups.ts";
import { groupsView, type GroupsView } from "./view.ts";

const NO_GROUPS: readonly ErrorGroup[] = [];
/** The most groups that one act can change. */
const SELECTED_MAX = 100;

/** The groups of station errors: which there are, and what is done about them. `children` switches between the views of triage. */
export function GroupsPage({ children }: { children: ReactNode }) {
  const inAddress = useView(groupsView);
  const { view } = inAddress;
  const query = useGroups(view);
  const { data, freshness, more } = query;
  const groups = data?.groups ?? NO_GROUPS;
  const { selection, selected, clear } = useListSelection(groups, SELECTION);
  const { dialog, close, actsOn, isBusy } = useGroupActs({ groups, selected, onDone: clear });
  const now = useServerNow();
  const assignees = useAssignees();
  // Another view starts without a selection.
  const [shown, setShown] = useState(view);
  if (shown !== view) {
    setShown(view);
    clear();
  }

  return (
    <>
      <p className="print-only">Only part of this page is printed.</p>
      <GroupsTools view={inAddress} counts={data?.counts} isEmpty={groups.length === 0}>
        {children}
      </GroupsTools>
      {selected.length > 0 && (
        <GroupSelectionBar
          groups={selected}
          isBusy={isBusy}
          includeAll={view.all}
          tab={view.tab}
          acts={actsOn(null)}
          onClear={clear}
        />
      )}
      <Loaded
        query={query}
        content="groups"
        skeleton={<ListSkeleton kind={groupList} />}
        isEmpty={groups.length === 0}
        empty={
          <NoMatches of="groups" view={inAddress}>
            <Empty icon={IconCircleCheck} sentence={emptySentences[view.tab]} />
          </NoMatches>
        }
      >
        {() => (
          <DataList
            kind={groupList}
            rows={groups}
            context={{ now, assignees, owner: null }}
            isOutdated={query.isPlaceholderData}
            more={more}
            selection={selection}
            actions={groupKeys({ tab: view.tab, selected, actsOn })}
          />
        )}
      </Loaded>
      <Foot view={inAddress} data={data} freshness={freshness} />
      {dialog && <GroupDialog dialog={dialog} onDone={clear} onClose={close} />}
    </>
  );
}

const SELECTION = {
  idOf: ({ id }: ErrorGroup) => id,
  label: ({ id, title }: ErrorGroup) => `Select group ${id}: ${plainPattern(title)}`,
  allLabel: "Select all groups",
  max: SELECTED_MAX,
};

const acknowledge = pressInRow("[data-acknowledge]");

type KeysOptions = {
  tab: GroupsView["tab"];
  selected: readonly ErrorGroup[];
  actsOn: (id: number | null) => GroupActs;
};

/** A acknowledges, E resolves and G merges the selected groups or, without any, the focused one. */
function groupKeys({ tab, selected, actsOn }: KeysOptions): RowActions {
  const acts = (row: FocusedRow | null) => actsOn(row === null ? null : Number(row.key));
  const isResolved = tab === "resolved";
  return {
    a: isResolved ? null : (row) => (selected.length > 0 ? acts(row).acknowledge() : acknowledge(row)),
    e: isResolved ? null : (row) => acts(row).resolve(),
    g: (row) => acts(row).merge(),
  };
}

/** Totals, regardless of filters. */
function totalsText({ totals: { errors, stations, groups, ...of } }: ListedGroups): string {
  const { archived, attached } = of;
  const unresolved = countText(errors + archived + attached, "unresolved error");
  const where = `at ${countText(stations, "station")}${maintainedText(of.stations_maintained, stations)}, in ${countText(groups, "group")}`;
  const others = [
    attached > 0 && `${wholeNumber(attached)} attached to the support log`,
    archived > 0 && `${wholeNumber(archived)} in archived groups`,
  ].filter((text) => text !== false);
  if (others.length === 0) return `${unresolved} ${where}`;
  return `${unresolved}: ${wholeNumber(errors)} to triage ${where}; ${listText(others)}`;
}

const emptySentences: Record<GroupsView["tab"], string> = {
  open: "No open error groups",
  mine: "No groups assigned to you",
  archived: "No archived groups",
  resolved: "No resolved groups",
};

type FootProps = {
  view: ViewInAddress<GroupsView>;
  data: ListedGroups | undefined;
  freshness: Freshness;
};

/** Totals and keyboard shortcuts. */
function Foot({ view: { isNarrowed, on }, data, freshness }: FootProps) {
  const { value: includesAll, onChange } = on("all");
  return (
    <div className={`py-2h gap-2-4 row wrap caption muted ${styles.foot}`}>
      <output>{data && `${isNarrowed ? "Without filters: " : ""}${totalsText(data)}`}</output>
      <FreshnessLabel freshness={freshness} />
      <KeyHints keys={{ Enter: "open" }} />
      <CheckField label="Include internal, mocked and retired stations" checked={includesAll} onChange={onChange} />
    </div>
  );
}
