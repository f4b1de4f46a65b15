export {
  DATABASE_UNREACHABLE,
  observeFreshness,
  oldest,
  recordResponse,
  type Freshness,
  setVideoFrozen,
  useFrozenVideos,
  useHasFrozenVideo,
} from "./freshness.ts";
export { FreshnessLabel, FreshnessScope, useShownFreshness, StaleBanner } from "./shown-freshness.tsx";
