export { consoleQuery, useConsole } from "./settings.ts";
