export { causeNamer } from "./cause-queries.ts";
export { lastEvaluation, recordEvaluation, storeChanges } from "./change-queries.ts";
export { firstUncounted, insertDaySums, isRolledUp, selectOrganizations, thirdsUntil } from "./day-queries.ts";
export { readHistory } from "./read-history.ts";
export { historyColumns, historyPages } from "./write-history-csv.ts";
export { readHours } from "./read-hours.ts";
export { rollUpDays, startReadinessHistory } from "./roll-up-days.ts";
