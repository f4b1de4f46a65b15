export { capabilitiesOf, type Capabilities } from "./capabilities.ts";
export { cameraRoutes } from "./routes.ts";
export { sweepImages } from "./sweep.ts";
