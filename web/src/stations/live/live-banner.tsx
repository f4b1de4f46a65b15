import { IconCloudOff, IconPlayerPause } from "@tabler/icons-react";
import { NETWORK_FAILURE, SECOND_MS } from "@groundcrew/shared/lib";
import { pageMs, toServerTime } from "../../data/clock/index.ts";
import { DATABASE_UNREACHABLE, StaleBanner, type Freshness } from "../../data/freshness/index.ts";
import { logMoment, countText } from "../../lib/index.ts";
import { useLive, useLiveDetails, type LiveState } from "../../data/live/index.ts";
import { Notice } from "../../ui/index.ts";
import type { Pause } from "./use-pause.ts";

type LiveBannerProps = { freshness: Freshness; paused: Pause["paused"]; onRefresh: () => void };

/** Says why the list is not current, or may not be; nothing while it is. */
export function LiveBanner({ freshness, paused, onRefresh }: LiveBannerProps) {
  const { state } = useLive();
  if (paused) {
    return (
      <Notice className="mb-3" tone="info" icon={IconPlayerPause}>
        {pausedText(paused)}
      </Notice>
    );
  }
  if (state.kind === "out of reach" || state.kind === "unavailable") return <Outage state={state} />;
  const isStale = freshness.kind === "stale" && freshness.reason !== null;
  if (isStale || state.kind !== "polling")
    return <StaleBanner freshness={freshness} content="stations" onRefresh={onRefresh} />;
  return (
    <Notice className="mb-3" tone="info">
      Live updates are not available here (something between this browser and the server closes the connection). The
      list is refreshed every 60 s instead.
    </Notice>
  );
}

/** The page's own requests need not be waited for. */
function Outage({ state }: { state: Extract<LiveState, { kind: "out of reach" | "unavailable" }> }) {
  const { retryMs } = useLiveDetails();
  const seconds = retryMs === null ? 0 : Math.ceil((retryMs - pageMs()) / SECOND_MS);
  return (
    <Notice className="mb-3" tone="danger" icon={IconCloudOff}>
      <b>{state.kind === "out of reach" ? NETWORK_FAILURE : DATABASE_UNREACHABLE}</b>
      {`\nShowing stations as of ${logMoment(toServerTime(state.sinceMs))}. `}
      {/* Not read out every second. */}
      <span aria-hidden>{seconds > 0 ? `Trying again in ${seconds} s.` : "Trying again now."}</span>
    </Notice>
  );
}

/** The banner of a paused list. */
function pausedText({ atMs, changes, stations, errors, note }: NonNullable<Pause["paused"]>): string {
  const since = `Paused at ${logMoment(atMs)}.`;
  if (note) return `${since} ${note}`;
  if (changes === 0) return `${since} Nothing has changed since.`;
  const errorsText = errors === 0 ? "" : `, including ${countText(errors, "new error")}`;
  return `${since} ${countText(changes, "change")} to ${countText(stations, "station")} waiting${errorsText}.`;
}
