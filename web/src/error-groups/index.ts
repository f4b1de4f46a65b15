export { GroupTitle } from "./group-title.tsx";
export { GroupsPage } from "./list/groups-page.tsx";
export { StatePill } from "./state-pill.tsx";
