export { deleteEndedStreams } from "./queries.ts";
export { streamRoutes } from "./routes.ts";
export { endStreamsOf, watchStreams } from "./watch-streams.ts";
