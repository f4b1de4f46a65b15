export { UpdateNotice } from "./update.tsx";
