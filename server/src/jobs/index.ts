export { jobHandler, jobKind, type JobHandler, type JobKind } from "./job-kind.ts";
export { addJob, deleteEndedJobs, findJobs, type JobReport } from "./queries.ts";
export { startJobs } from "./worker.ts";
