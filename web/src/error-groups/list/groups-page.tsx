import { useCallback, useMemo, useState, type ReactNode } from "react";
import { groupsCsv, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { IconCircleCheck, IconKeyboard } from "@tabler/icons-react";
import { errorSentence, useServerMutation } from "../../api/index.ts";
import { FreshnessLabel, FreshnessScope, StaleBanner, type Freshness } from "../../freshness/index.ts";
import {
  countText,
  csvName,
  listText,
  maintainedText,
  noRows,
  saveCsv,
  toggleAllRows,
  toggleRow,
  type RowSelection,
  wholeNumber,
} from "../../lib/index.ts";
import { Button, CheckField, Empty, Failed, Icon, toast } from "../../ui/index.ts";
import type { GroupsQuery } from "../groups-query.ts";
import { GroupDialog, useGroupActs } from "./group-dialogs.tsx";
import { GroupList } from "./group-list.tsx";
import { LoadingRows } from "./group-row.tsx";
import styles from "./groups-page.module.css";
import { GroupsTools } from "./groups-tools.tsx";
import { SelectionBar } from "./selection-bar.tsx";
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
export function GroupsPage({ query, onQuery, includeAll, onIncludeAll, children }: GroupsPageProps) {
  const view = useMemo(() => groupsView(query), [query]);
  const { data, error, isFetching, isPlaceholderData, freshness, refetch, more } = useGroups({ view, includeAll });
  const groups = data?.groups ?? NO_GROUPS;
  const { selection, selected, toggle, toggleAll, clear } = useSelection(groups);
  const { dialog, close, actsOn, isBusy } = useGroupActs({ groups, selected, onDone: clear });
  const save = useSave({ view, includeAll });
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
      <StaleBanner freshness={freshness} content="the groups" onRefresh={() => void refetch()} />
      {selected.length > 0 && (
        <SelectionBar
          groups={selected}
          {...{ includeAll, isBusy }}
          tab={view.tab}
          acts={actsOn(null)}
          onClear={clear}
        />
      )}
      <FreshnessScope freshness={freshness}>
        <div className={styles.content} aria-busy={isPlaceholderData}>
          {data ? (
            groups.length > 0 ? (
              <GroupList
                groups={groups}
                selection={selection}
                onToggle={toggle}
                onToggleAll={toggleAll}
                actsOn={actsOn}
                more={more}
              />
            ) : (
              <NoGroups view={view} onClear={() => changeView({ ...view, ...emptyFilter, search: "", time: "all" })} />
            )
          ) : error && !isFetching ? (
            <Failed sentence="Loading groups failed" reason={errorSentence(error)} onReload={() => void refetch()} />
          ) : (
            <LoadingRows />
          )}
        </div>
      </FreshnessScope>
      <Foot view={view} data={data} freshness={freshness} includeAll={includeAll} onIncludeAll={onIncludeAll} />
      {dialog && <GroupDialog dialog={dialog} onDone={clear} onClose={close} />}
    </>
  );
}

function idsOf(groups: readonly ErrorGroup[]): number[] {
  return groups.map(({ id }) => id);
}

/** The selection among the listed groups. What is listed no longer is selected no longer. */
function useSelection(groups: readonly ErrorGroup[]) {
  const [chosen, setChosen] = useState<RowSelection<number>>(noRows);
  const { selection, selected } = useMemo(() => {
    const selected = groups.filter(({ id }) => chosen.ids.has(id));
    const isComplete = selected.length === chosen.ids.size;
    return { selected, selection: isComplete ? chosen : { ...chosen, ids: new Set(idsOf(selected)) } };
  }, [groups, chosen]);
  return {
    selection,
    selected,
    // Stable while the groups are the same, so that rows are not rendered again.
    toggle: useCallback(
      (toggled: { id: number; shift: boolean }) =>
        setChosen((before) => toggleRow(before, toggled, { rows: idsOf(groups), max: SELECTED_MAX })),
      [groups],
    ),
    toggleAll: () => setChosen((before) => toggleAllRows(before, { rows: idsOf(groups), max: SELECTED_MAX })),
    clear: () => setChosen(noRows),
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
