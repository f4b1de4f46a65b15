import { downloadErrorGroups, listErrorGroups, listGroupFilters } from "@groundcrew/shared/error-groups";
import type { Reply } from "@groundcrew/shared/contract";
import { call } from "../../data/api/index.ts";
import { serverNow } from "../../data/clock/index.ts";
import { groupsView, type GroupsView } from "./view.ts";
import { useServerData, useServerPages } from "../../data/index.ts";

/** Groups with what all of the view have in common. */
export type ListedGroups = Reply<typeof listErrorGroups>["body"];

/** The groups of a view, page by page, reloaded every minute and whenever a group changes. */
export function useGroups(view: GroupsView) {
  return useServerPages(listErrorGroups, (page) => ({ query: { ...groupsView.call(view, serverNow()), ...page } }), {
    nameInCache: view,
    items: ({ groups }) => groups,
    withItems: (page, groups) => ({ ...page, groups }),
    keyOf: ({ id }) => id,
  });
}

/** Loads the groups of a view as a CSV file. */
export function loadGroupsCsv(view: GroupsView) {
  return call(downloadErrorGroups, { query: groupsView.call(view, serverNow()) });
}

/** The job types and firmware that groups can be filtered by. */
export function useGroupFilters() {
  return useServerData(listGroupFilters, { query: {} });
}
