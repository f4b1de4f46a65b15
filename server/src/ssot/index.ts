export { ssotRoutes } from "./routes.ts";
export { insertRevisions, selectLatest, type RevisionTable, type StationEntry } from "./queries.ts";
