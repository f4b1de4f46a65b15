import type { ReactNode } from "react";
import { useRouter } from "@tanstack/react-router";
import { groupSort, groupTab, type GroupTab } from "@groundcrew/shared/error-groups";
import { timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import { IconArrowsSort, IconCalendarTime, IconDownload, IconLink } from "@tabler/icons-react";
import { SearchBox } from "../../fleet/index.ts";
import { copyText, wholeNumber } from "../../lib/index.ts";
import { Button, ButtonGroup, ChoiceMenu, IconButton, toast } from "../../ui/index.ts";
import { GroupFilters } from "./group-filters.tsx";
import styles from "./groups-page.module.css";
import { sortLabels, type GroupsView } from "./view.ts";

const tabLabels: Record<GroupTab, string> = { open: "Open", mine: "Mine", archived: "Archived", resolved: "Resolved" };

type GroupsToolsProps = {
  view: GroupsView;
  /** The number of groups on each tab; undefined while loading. */
  counts: Record<GroupTab, number> | undefined;
  onView: (view: GroupsView) => void;
  /** Downloads the listed groups; null while there are none. */
  onCsv: (() => void) | null;
  isSaving: boolean;
  /** The switch between the views of triage. */
  children: ReactNode;
};

/** What sets which groups are listed. */
export function GroupsTools({ view, counts, onView, onCsv, isSaving, children }: GroupsToolsProps) {
  const { history } = useRouter();
  const change = (changed: Partial<GroupsView>) => onView({ ...view, ...changed });
  return (
    <div className={styles.tools}>
      {children}
      <ButtonGroup label="Which groups" className={styles.tabs}>
        {groupTab.options.map((tab) => (
          <Button key={tab} aria-pressed={tab === view.tab} onClick={() => change({ tab, state: "" })}>
            {tabLabels[tab]}
            {/* The number of resolved groups only grows. */}
            {counts && tab !== "resolved" && <span className={styles.number}>{wholeNumber(counts[tab])}</span>}
          </Button>
        ))}
      </ButtonGroup>
      <ChoiceMenu
        name="Sort"
        icon={IconArrowsSort}
        labels={sortLabels}
        options={groupSort.options}
        value={view.sort}
        onChange={(sort) => change({ sort })}
      />
      <GroupFilters view={view} onChange={change} />
      <ChoiceMenu
        name="Seen"
        icon={IconCalendarTime}
        labels={timeWindowLabels}
        options={timeWindow.options}
        value={view.time}
        onChange={(time) => change({ time })}
      />
      <IconButton
        icon={IconLink}
        label="Copy a link to this view"
        onClick={() => void copyLink(history.location.href)}
      />
      <IconButton
        icon={IconDownload}
        label="Download CSV"
        disabled={onCsv === null}
        busy={isSaving}
        onClick={() => onCsv?.()}
      />
      <div className={styles.search}>
        <SearchBox
          search={view.search}
          placeholder="Search messages"
          syntax="text"
          help="Finds groups whose message contains the text, and the group with a number: 118."
          onSearch={(search) => change({ search })}
        />
      </div>
    </div>
  );
}

async function copyLink(href: string): Promise<void> {
  if (await copyText(`${window.location.origin}${href}`)) toast("success", "Copied link to clipboard");
  else toast("danger", "This browser does not allow copying here. The link is in the address bar.");
}
