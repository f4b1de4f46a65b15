export { atMost } from "./at-most.ts";
export { newBell } from "./bell.ts";
export { jobHandler, jobKind, type JobHandler, type JobKind } from "./job-kind.ts";
export { addJob, deleteEndedJobs, findJobs, type JobReport } from "./queries.ts";
export { repeat } from "./repeat.ts";
export { startJobs } from "./worker.ts";
