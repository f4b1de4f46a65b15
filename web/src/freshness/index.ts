export { FreshnessLabel } from "./freshness-label.tsx";
export { oldest, recordResponse, type Freshness } from "./freshness.ts";
export { setVideoFrozen, useFrozenVideos, useHasFrozenVideo } from "./frozen-video.ts";
export { FreshnessScope, useFreshnessHere } from "./scope.tsx";
export { StaleBanner } from "./stale-banner.tsx";
export { useLiveQuery } from "./use-live-query.ts";
