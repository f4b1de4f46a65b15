export { openStationLink, publicUrlOf } from "./open.ts";
export { linkRoutes } from "./routes.ts";
