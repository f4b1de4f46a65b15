export {
  FEW_PLACES,
  jobHandler,
  jobKind,
  stoppedServers,
  STOPPED,
  type Attempted,
  type JobHandler,
  type JobKind,
  type JobResult,
  type LeasedJob,
} from "./job-kind.ts";
export { addJob, addJobs, findJobs, type JobReport } from "./queries.ts";
export { startJobs } from "./worker.ts";
