export { GroupTitle } from "./group-title.tsx";
export { groupsQuery, type GroupsQuery } from "./groups-query.ts";
export { GroupsPage } from "./list/groups-page.tsx";
export { StatePill } from "./state-pill.tsx";
