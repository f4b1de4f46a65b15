export { requestMedia } from "./request-media.ts";
export { isCamera } from "./camera-source.ts";
export { openMedia, type Media } from "./media.ts";
