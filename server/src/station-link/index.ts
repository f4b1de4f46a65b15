export { pendingAnswers } from "./pending-answers.ts";
export type { FromThread, ThreadSetup, ToThread } from "./thread-messages.ts";
export { threadedLink, type ThreadedLink } from "./threaded-link.ts";
export { openStationLink, openThreadedLink, publicUrlOf } from "./open.ts";
export { linkRoutes } from "./routes.ts";
