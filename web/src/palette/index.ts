export { GoTo } from "./go-to.tsx";
export { forgetRecent } from "./forget-recent.ts";
