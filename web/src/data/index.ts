export {
  fetchServerData,
  knownValues,
  useReload,
  useServerData,
  useServerDataOfAll,
  useServerValue,
} from "./use-server-data.ts";
export { useKeptCurrent } from "./use-kept-current.ts";
export { useServerPages } from "./use-server-pages.ts";
