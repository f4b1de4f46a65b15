export { EditTab } from "./edit-tab.tsx";
