import type { ReactNode } from "react";
import { groupOwner, groupSort, groupTab, type GroupOwner, type GroupTab } from "@groundcrew/shared/error-groups";
import { stationType, stationTypeLabels } from "@groundcrew/shared/telemetry";
import {
  CsvDownload,
  FilterBar,
  inPopover,
  OrderMenu,
  Segments,
  TimeMenu,
  type ViewInAddress,
} from "../../kit/index.ts";
import { useOrganizations } from "../../manage/organizations/index.ts";
import { SelectField } from "../../ui/index.ts";
import { groupStateLabels } from "../group-texts.ts";
import { loadGroupsCsv, useGroupFilters } from "./use-groups.ts";
import { openStates, sortLabels, type GroupsView } from "./view.ts";

const tabLabels: Record<GroupTab, string> = { open: "Open", mine: "Mine", archived: "Archived", resolved: "Resolved" };

type GroupsToolsProps = {
  view: ViewInAddress<GroupsView>;
  /** The number of groups on each tab; undefined while loading. */
  counts: Record<GroupTab, number> | undefined;
  /** True if there is nothing to download. */
  isEmpty: boolean;
  /** The switch between the views of triage. */
  children: ReactNode;
};

/** The filters of groups. */
export function GroupsTools({ view, counts, isEmpty, children }: GroupsToolsProps) {
  const { on } = view;
  return (
    <FilterBar
      view={view}
      filters={{
        tab: (
          <Segments
            label="Which groups"
            labels={tabLabels}
            options={groupTab.options}
            counts={withoutResolved(counts)}
            {...on("tab")}
          />
        ),
        sort: <OrderMenu labels={sortLabels} options={groupSort.options} {...on("sort")} />,
        t: <TimeMenu name="Seen" {...on("t")} />,
        all: null,
        ...inPopover(view, useFields(view)),
      }}
      search={{
        placeholder: "Search messages",
        syntax: "text",
        help: "Finds groups whose message contains the text, and the group with a number: 118.",
      }}
      hasLink
      after={<CsvDownload name="ERRORGROUPS" load={() => loadGroupsCsv(view.view)} isEmpty={isEmpty} />}
    >
      {children}
    </FilterBar>
  );
}

/** The number of resolved groups only grows. */
function withoutResolved(counts: Record<GroupTab, number> | undefined) {
  if (!counts) return undefined;
  const { resolved: _resolved, ...others } = counts;
  return others;
}

const ownerLabels: Record<GroupOwner, string> = { all: "All", mine: "Mine", unassigned: "Unassigned" };
const owners = groupOwner.options.map((value) => ({ value, label: ownerLabels[value] }));
const types = stationType.options.map((value) => ({ value, label: stationTypeLabels[value] }));

/** The fields of the popover. */
function useFields({ view, on }: ViewInAddress<GroupsView>) {
  const { data: organizations } = useOrganizations();
  const { data: found } = useGroupFilters();
  const orgs = organizations?.map(({ id, name }) => ({ value: String(id), label: name })) ?? [];
  const field = (label: string, name: "type" | "org" | "job" | "fw", options: readonly Option[]) => (
    <SelectField label={label} options={withChosen(options, view[name])} {...on(name)} />
  );
  return {
    state: view.tab === "open" && <SelectField label="State" options={states} {...on("state")} />,
    own: view.tab !== "mine" && <SelectField label="Owner" options={owners} {...on("own")} />,
    type: field("Station Type", "type", types),
    org: field("Organization", "org", orgs),
    job: field("Job Type", "job", named(found?.job_types)),
    fw: field("Firmware", "fw", named(found?.firmwares)),
  };
}

type Option = { value: string; label: string };
const ANY: { value: ""; label: string } = { value: "", label: "All" };
const states = [ANY, ...openStates.map((value) => ({ value, label: groupStateLabels[value] }))];

function named(values: readonly string[] = []): Option[] {
  return values.map((value) => ({ value, label: value }));
}

/** The options with the one for no filter, and the one that is set even if it is not known or not loaded. */
function withChosen(options: readonly Option[], chosen: string): Option[] {
  const isKnown = chosen === "" || options.some(({ value }) => value === chosen);
  return [ANY, ...(isKnown ? [] : [{ value: chosen, label: chosen }]), ...options];
}
