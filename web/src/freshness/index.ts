export {
  DATABASE_UNREACHABLE,
  oldest,
  recordResponse,
  type Freshness,
  setVideoFrozen,
  useFrozenVideos,
  useHasFrozenVideo,
} from "./freshness.ts";
export { FreshnessLabel, FreshnessScope, useShownFreshness, StaleBanner } from "./shown-freshness.tsx";
export { useLiveQuery } from "./use-live-query.ts";
export { usePages } from "./use-pages.ts";
