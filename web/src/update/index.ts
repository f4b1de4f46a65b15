export { UpdateNotice } from "./update.tsx";
export { reloadForMissingCode } from "./update.tsx";
