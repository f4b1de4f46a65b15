export { ConfigTab } from "./config-tab.tsx";
