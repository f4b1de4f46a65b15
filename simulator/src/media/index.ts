export { requestMedia, type MediaRequestOptions } from "./request-media.ts";
export { isCamera, openMedia, type Media } from "./media.ts";
