import { IconAccessPoint, IconCloudOff, IconDatabaseOff, IconPlayerPause } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { MINUTE_MS, SECOND_MS, shortAge } from "@groundcrew/shared/lib";
import { serverNow, usePageNow, toServerTime } from "../../data/clock/index.ts";
import { clockText } from "../../lib/index.ts";
import { useLive, type LiveState } from "../../data/live/index.ts";
import { FreshnessLabel, type Freshness } from "../../data/freshness/index.ts";
import { Icon, lazyPanel, Popover, Spinner } from "../../ui/index.ts";
import styles from "../list/stations-page.module.css";

const Details = lazyPanel(async () => (await import("./live-details.tsx")).Details);

const LABEL = "Connection of this browser";

type LiveLabelProps = { freshness: Freshness; pausedAtMs: number | null };

/** Whether the list shows what is true now. Pressing it shows more about the connection, and switches it off or on. */
export function LiveLabel({ freshness, pausedAtMs }: LiveLabelProps) {
  const { state } = useLive();
  return (
    <Popover
      label={LABEL}
      renderOpener={(opener) => (
        <button
          type="button"
          className={`px-1 inline-row gap-3 min-0 bare rounded hover ${styles.label}`}
          title={LABEL}
          {...opener}
        >
          <Face {...{ state, freshness, pausedAtMs }} />
        </button>
      )}
    >
      <Details />
    </Popover>
  );
}

function Face({ state, freshness, pausedAtMs }: LiveLabelProps & { state: LiveState }) {
  const now = usePageNow();
  if (pausedAtMs !== null) {
    const age = shortAge(Math.max(MINUTE_MS, serverNow() - pausedAtMs));
    return <Sign tone="accent strong" icon={<Icon icon={IconPlayerPause} size="s" />} text={`Paused ${age}`} />;
  }
  switch (state.kind) {
    case "live":
      return <Sign tone="soft" icon={<Icon icon={IconAccessPoint} size="s" />} text="Live" />;
    case "reconnecting": {
      const seconds = Math.round((now - state.sinceMs) / SECOND_MS);
      return <Sign tone="warn strong" icon={<Spinner tone="inherit" />} text={`Reconnecting… ${seconds} s`} />;
    }
    case "out of reach": {
      const since = clockText(toServerTime(state.sinceMs));
      return (
        <Sign tone="danger strong" icon={<Icon icon={IconCloudOff} size="s" />} text={`Out of reach since ${since}`} />
      );
    }
    case "unavailable": {
      const since = clockText(toServerTime(state.sinceMs));
      return (
        <Sign
          tone="danger strong"
          icon={<Icon icon={IconDatabaseOff} size="s" />}
          text={`No database since ${since}`}
        />
      );
    }
    case "polling":
    case "off":
    case "starting":
      return <PolledSign freshness={freshness} />;
  }
}

function PolledSign({ freshness }: { freshness: Freshness }) {
  if (freshness.kind === "empty") return <Sign tone="soft" icon={<Spinner tone="inherit" />} text="Connecting…" />;
  return (
    <>
      <FreshnessLabel freshness={freshness} />
      {freshness.kind === "live" && <span className="truncate caption muted hidden-small">every 60 s</span>}
    </>
  );
}

type SignProps = { tone: "soft" | "accent strong" | "warn strong" | "danger strong"; icon: ReactNode; text: string };

function Sign({ tone, icon, text }: SignProps) {
  return (
    <span className={`inline-row gap-1h caption nowrap ${tone}`}>
      {icon}
      {text}
    </span>
  );
}
