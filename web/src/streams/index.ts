export { StreamInfoDialog } from "./stream-info-dialog.tsx";
export { StreamPlayer } from "./stream-player.tsx";
export { useStream } from "./stream-player.tsx";
