export { CamerasDialog } from "./cameras-dialog.tsx";
export { CamerasTab } from "./camera-tabs.tsx";
export { StreamsTab } from "./camera-tabs.tsx";
