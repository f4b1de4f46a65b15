export { ssotPlace, ssotQuery } from "./place.ts";
