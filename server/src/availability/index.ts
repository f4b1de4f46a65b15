export { readMonthSums, usualMonth, type MonthSums } from "./report.ts";
export { availabilityRoutes } from "./routes.ts";
export { recipientRoutes } from "./monthly/recipient-calls.ts";
export { startMonthlyReports } from "./monthly/send-reports.ts";
export { startMonths } from "./store-months.ts";
