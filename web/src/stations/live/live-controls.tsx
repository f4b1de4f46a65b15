import { IconPlayerPause, IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { useState, type ComponentProps } from "react";
import { shortCount } from "@groundcrew/shared/lib";
import { serverNow } from "../../data/clock/index.ts";
import type { Freshness } from "../../data/freshness/index.ts";
import { logMoment } from "../../lib/index.ts";
import { useLive } from "../../data/live/index.ts";
import { Button, useShortcutTitle } from "../../ui/index.ts";
import { LiveLabel } from "./live-label.tsx";
import type { Pause } from "./use-pause.ts";
import styles from "../list/stations-page.module.css";

type LiveControlsProps = { freshness: Freshness; pause: Pause; onRefresh: () => void };

/** How current the list is, and what can be done about it now. */
export function LiveControls({ freshness, pause, onRefresh }: LiveControlsProps) {
  return (
    <div className={`full-width-tiny inline-row gap-3 min-0 ${styles.controls}`}>
      <LiveLabel freshness={freshness} pausedAtMs={pause.paused?.atMs ?? null} />
      <LiveButton pause={pause} onRefresh={onRefresh} />
    </div>
  );
}

function LiveButton({ pause: { paused, toggle }, onRefresh }: Omit<LiveControlsProps, "freshness">) {
  const { state, retry } = useLive();
  const pauseHint = useShortcutTitle(paused ? "Resume" : "Pause", "P");
  if (paused) {
    return (
      <Action tone="selected" icon={IconPlayerPlay} label="Resume" hint={pauseHint} onClick={toggle}>
        {paused.changes > 0 && <span className={`absolute px-1h ${styles.badge}`}>{shortCount(paused.changes)}</span>}
      </Action>
    );
  }
  switch (state.kind) {
    case "live":
    case "reconnecting":
      return (
        <>
          <RefreshNow onRefresh={onRefresh} />
          <Action icon={IconPlayerPause} label="Pause" hint={pauseHint} onClick={toggle} />
        </>
      );
    case "out of reach":
    case "unavailable":
      return <Action icon={IconRefresh} label="Try Now" onClick={retry} />;
    case "polling":
    case "off":
    case "starting":
      return <Action icon={IconRefresh} label="Refresh" onClick={onRefresh} />;
  }
}

/** Asks the server at once, although changes are also pushed, and says when it did. */
function RefreshNow({ onRefresh }: Pick<LiveControlsProps, "onRefresh">) {
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const asked = askedAt === null ? "" : `Asked the server at ${logMoment(askedAt)}`;
  return (
    <span className="inline-row gap-2 hidden-medium">
      <Action
        icon={IconRefresh}
        label="Refresh"
        hint={asked === "" ? "Ask the server now" : asked}
        onClick={() => {
          setAskedAt(serverNow());
          onRefresh();
        }}
      />
      {askedAt !== null && <output className="nowrap caption soft">{asked}</output>}
    </span>
  );
}

type ActionProps = Omit<ComponentProps<typeof Button>, "title"> & { label: string; hint?: string };

/** In a narrow window it shows only its icon. */
function Action({ label, hint = label, children, ...button }: ActionProps) {
  return (
    <Button {...button} className={`no-print relative ${styles.button}`} title={hint} aria-label={label}>
      <span className="hidden-small">{label}</span>
      {children}
    </Button>
  );
}
