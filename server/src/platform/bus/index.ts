export { openBus, type Bus, type BusOptions } from "./open-bus.ts";
export { subjectPrefix, tryConnection } from "./connect.ts";
