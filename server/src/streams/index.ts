export { deleteEndedStreams } from "./queries.ts";
export { streamRoutes } from "./routes.ts";
export { watchStreams } from "./watch-streams.ts";
