export { CamerasDialog } from "./cameras-dialog.tsx";
export { CamerasTab } from "./cameras-tab.tsx";
export { StreamsTab } from "./streams-tab.tsx";
