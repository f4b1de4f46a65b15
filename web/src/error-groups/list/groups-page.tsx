import { useMemo, type ReactNode } from "react";
import { groupsCsv, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { plainPattern } from "@groundcrew/shared/station-errors";
import { IconCircleCheck, IconKeyboard } from "@tabler/icons-react";
import { errorSentence, useServerMutation } from "../../api/index.ts";
import { useServerNow } from "../../clock/index.ts";
import { FreshnessLabel, type Freshness } from "../../freshness/index.ts";
import { DataList, ListSkeleton, Loaded, useListSelection, type ListSelection } from "../../kit/index.ts";
import { countText, csvName, listText, maintainedText, saveCsv, wholeNumber } from "../../lib/index.ts";
import {
  Button,
  CheckField,
  Empty,
  Icon,
  pressInRow,
  toast,
  type FocusedRow,
  type RowActions,
} from "../../ui/index.ts";
import type { GroupsQuery } from "../groups-query.ts";
import { GroupDialog, useGroupActs } from "./group-dialogs.tsx";
import { groupList } from "./group-list.tsx";
import styles from "./groups-page.module.css";
import { GroupsTools } from "./groups-tools.tsx";
import { SelectionBar, type GroupActs } from "./selection-bar.tsx";
import { loadAllGroups, useGroups, type ListedGroups } from "./use-groups.ts";
import { emptyFilter, groupsView, groupsViewQuery, isNarrowed, type GroupsView } from "./view.ts";

type GroupsPageProps = {
  query: GroupsQuery;
  onQuery: (query: GroupsQuery) => void;
  /** Whether internal, mocked and retired stations are included. */
  includeAll: boolean;
  onIncludeAll: (includeAll: boolean) => void;
  /** The switch between the views of triage. */
  children: ReactNode;
};

const NO_GROUPS: readonly ErrorGroup[] = [];
/** The most groups that one act can change. */
const SELECTED_MAX = 100;

/** The groups of station errors: which there are, and what is done about them. */
export function GroupsPage({ query: address, onQuery, includeAll, onIncludeAll, children }: GroupsPageProps) {
  const view = useMemo(() => groupsView(address), [address]);
  const query = useGroups({ view, includeAll });
  const { data, freshness, more } = query;
  const groups = data?.groups ?? NO_GROUPS;
  const { selection, selected, clear } = useListSelection(groups, SELECTION);
  const { dialog, close, actsOn, isBusy } = useGroupActs({ groups, selected, onDone: clear });
  const save = useSave({ view, includeAll });
  const now = useServerNow();
  const changeView = (next: GroupsView) => {
    clear();
    onQuery(groupsViewQuery(next));
  };

  return (
    <>
      <p className={styles.printed}>Only part of this page is printed.</p>
      <GroupsTools
        view={view}
        counts={data?.counts}
        onView={changeView}
        onCsv={groups.length > 0 ? save.mutate : null}
        isSaving={save.isPending}
      >
        {children}
      </GroupsTools>
      {selected.length > 0 && (
        <SelectionBar
          groups={selected}
          {...{ includeAll, isBusy }}
          tab={view.tab}
          acts={actsOn(null)}
          onClear={clear}
        />
      )}
      <Loaded query={query} content="groups" skeleton={<ListSkeleton kind={groupList} />}>
        {() =>
          groups.length > 0 ? (
            <DataList
              kind={groupList}
              rows={groups}
              context={{ now, owner: null }}
              isOutdated={query.isPlaceholderData}
              more={more}
              selection={selection}
              actions={groupKeys({ groups, selected, selection, actsOn })}
            />
          ) : (
            <NoGroups view={view} onClear={() => changeView({ ...view, ...emptyFilter, search: "", time: "all" })} />
          )
        }
      </Loaded>
      <Foot view={view} data={data} freshness={freshness} includeAll={includeAll} onIncludeAll={onIncludeAll} />
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
  groups: readonly ErrorGroup[];
  selected: readonly ErrorGroup[];
  selection: ListSelection<ErrorGroup>;
  actsOn: (id: number | null) => GroupActs;
};

/**
 * X selects the focused group; A acknowledges, E resolves and M merges the selected groups or, without any, the focused one.
 */
function groupKeys({ groups, selected, selection, actsOn }: KeysOptions): RowActions {
  const acts = (row: FocusedRow | null) => actsOn(row === null ? null : Number(row.key));
  return {
    x(row, { shiftKey }) {
      const group = groups.find(({ id }) => String(id) === row?.key);
      if (group) selection.onToggle(group, shiftKey);
    },
    a: (row) => (selected.length > 0 ? acts(row).acknowledge() : acknowledge(row)),
    e: (row) => acts(row).resolve(),
    m: (row) => acts(row).merge(),
  };
}

/** Downloads all groups of the view. */
function useSave(listed: { view: GroupsView; includeAll: boolean }) {
  return useServerMutation({
    ifUnanswered: null,
    run: async () => saveCsv(csvName("ERRORGROUPS", Date.now()), groupsCsv(await loadAllGroups(listed))),
    onError: (error) => toast("danger", errorSentence(error)),
  });
}

/** What there is in all, whatever the filters. */
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
  mine: "No groups assigned to you.",
  archived: "No archived groups",
  resolved: "No resolved groups",
};

function NoGroups({ view, onClear }: { view: GroupsView; onClear: () => void }) {
  if (!isNarrowed(view)) return <Empty icon={IconCircleCheck} sentence={emptySentences[view.tab]} />;
  const clear = <Button onClick={onClear}>Clear Filters</Button>;
  return <Empty icon={IconCircleCheck} sentence="No group matches" action={clear} />;
}

type FootProps = Pick<GroupsPageProps, "includeAll" | "onIncludeAll"> & {
  view: GroupsView;
  data: ListedGroups | undefined;
  freshness: Freshness;
};

/** What there is in all, and what the keys do. */
function Foot({ view, data, freshness, includeAll, onIncludeAll }: FootProps) {
  return (
    <div className={styles.foot}>
      <output>{data && `${isNarrowed(view) ? "Without filters: " : ""}${totalsText(data)}`}</output>
      <FreshnessLabel freshness={freshness} />
      <Keys isResolved={view.tab === "resolved"} />
      <CheckField
        label="Include internal, mocked and retired stations"
        checked={includeAll}
        onChange={() => onIncludeAll(!includeAll)}
      />
    </div>
  );
}

/** What the keys do. */
function Keys({ isResolved }: { isResolved: boolean }) {
  return (
    <span className={styles.keys}>
      <Icon icon={IconKeyboard} size="s" /> <kbd>J</kbd> <kbd>K</kbd> move · <kbd>X</kbd> select
      {!isResolved && (
        <>
          {" · "}
          <kbd>A</kbd> acknowledge · <kbd>E</kbd> resolve
        </>
      )}
      {" · "}
      <kbd>M</kbd> merge · <kbd>Enter</kbd> open
    </span>
  );
}
