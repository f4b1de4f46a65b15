import { errorGroupState, groupOwner, groupSort, groupTab, type GroupSort } from "@groundcrew/shared/error-groups";
import {
  choice,
  flag,
  id,
  kept,
  keyed,
  order,
  sentAs,
  since,
  text,
  viewOf,
  type ValuesOf,
} from "@groundcrew/shared/view";

/** The view of the list of groups. Its owner and whether it includes all stations are also those of the triage queue. */
export const groupsView = viewOf(
  "tg",
  {
    tab: order(groupTab.options, "open"),
    /** Applies to open groups only. */
    state: choice(errorGroupState.options),
    sort: order(groupSort.options, "urgency"),
    type: sentAs("station_type", text(100)),
    org: sentAs("org_id", id()),
    job: sentAs("job_type", text(500)),
    fw: sentAs("firmware", text(100)),
    q: text(),
    /** When the last error of a group occurred at the latest. */
    t: sentAs("seen_after", since("all")),
    own: keyed("own", choice(groupOwner.options, "all")),
    /** True if internal, mocked and retired stations are included. */
    all: keyed("supportlog-all", kept(sentAs("include_all", flag()))),
  },
  ({ state, ...view }) => ({ ...view, state: view.tab === "open" ? state : "" }),
);
export type GroupsView = ValuesOf<typeof groupsView>;

/** The states that open groups can have, in the order of their urgency. */
export const openStates = ["escalating", "regressed", "new", "ongoing"] as const;

export const sortLabels: Record<GroupSort, string> = {
  urgency: "Urgency",
  open: "Open Errors",
  stations: "Stations",
  first_seen: "First Seen",
  last_seen: "Last Seen",
};
