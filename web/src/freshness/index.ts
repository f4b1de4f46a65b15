export { recordResponse } from "./responses.ts";
export { FreshnessLabel } from "./freshness-label.tsx";
export { setVideoFrozen, useFrozenVideos, useHasFrozenVideo } from "./frozen-video.ts";
export { oldest, type Freshness } from "./rule.ts";
export { FreshnessScope, useFreshnessHere } from "./scope.tsx";
export { StaleBanner } from "./stale-banner.tsx";
export { useLiveQuery } from "./use-live-query.ts";
