export { requestMedia, type MediaRequestOptions } from "./media.ts";
export { isCamera, openMedia, type Media } from "./media.ts";
