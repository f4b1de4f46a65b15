export { deleteOldChanges, recordEvaluation, storeChanges } from "./change-queries.ts";
export { insertDaySums, isRolledUp, selectOrganizations, thirdsUntil } from "./day-queries.ts";
export { readHistory } from "./read-history.ts";
export { rollUpDays, startReadinessHistory } from "./roll-up-days.ts";
