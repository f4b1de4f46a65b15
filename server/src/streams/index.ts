export { streamRoutes } from "./routes.ts";
export { endStreamsOf, watchStreams } from "./watch-streams.ts";
