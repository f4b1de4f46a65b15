export { fetchServerData, knownValues, useReload, useServerData, useServerValue } from "./use-server-data.ts";
export { useServerDataOfAll } from "./use-server-data-of-all.ts";
export { useKeptCurrent } from "./use-kept-current.ts";
export { usePreview } from "./use-preview.ts";
export { useServerPages } from "./use-server-pages.ts";
