export { capabilitiesOf, type Capabilities } from "./capabilities.ts";
export { cameraRoutes } from "./routes.ts";
export { newArrivals, StationOffline, takeImages, WAIT_MS, type TakeImagesOptions } from "./take-images.ts";
export { sweepImages } from "./sweep.ts";
