export { UpdateNotice } from "./update-notice.tsx";
export { reloadForMissingCode } from "./use-update.ts";
