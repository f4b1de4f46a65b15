import { createContext, use, useMemo, type ReactNode } from "react";
import { useDialogDepth, Button, Notice, classes, Icon } from "../../ui/index.ts";
import type { Freshness } from "./freshness.ts";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { IconCloudOff, IconRefresh, IconClock } from "@tabler/icons-react";
import { logMoment, agoText, exactMoment } from "../../lib/index.ts";
import { useServerNow } from "../clock/index.ts";

/** The freshness of the content, and how many dialogs are open around it. */
type Scope = { freshness: Freshness; depth: number };

// Readings are deep inside rows that render again only when their station changes, so this is a context and not a prop.
const ScopeContext = createContext<Scope>({ freshness: { kind: "empty" }, depth: 0 });

/** Sets the freshness of every reading inside. */
export function FreshnessScope({ freshness, children }: { freshness: Freshness; children: ReactNode }) {
  const depth = useDialogDepth();
  const scope = useMemo(() => ({ freshness, depth }), [freshness, depth]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

/** The freshness of the readings here. */
export function useShownFreshness(): Freshness {
  return use(ScopeContext).freshness;
}

/** True if a banner on the page or in the same dialog already reports that the content is stale. */
function useIsAnnounced(): boolean {
  const { freshness, depth } = use(ScopeContext);
  const ownDepth = useDialogDepth();
  return freshness.kind === "stale" && freshness.reason !== null && depth === ownDepth;
}

type StaleBannerProps = {
  freshness: Freshness;
  /** The content, as a noun: "stations". */
  content: string;
  /** Loads the content again. Without it there is no button. */
  onRefresh?: () => void;
};

/** Reports that the content below is stale, since when and why; nothing while it is current. Place it outside the content's scope. */
export function StaleBanner({ freshness, content, onRefresh }: StaleBannerProps) {
  const isAnnounced = useIsAnnounced();
  if (freshness.kind !== "stale" || freshness.reason === null || isAnnounced) return null;
  return (
    <div className="mb-3">
      <Notice
        tone="danger"
        icon={IconCloudOff}
        action={
          onRefresh && (
            <Button icon={IconRefresh} onClick={onRefresh}>
              Refresh
            </Button>
          )
        }
      >
        <b>{freshness.reason}</b>
        {`\nShowing ${content} as of ${logMoment(freshness.asOf)}.`}
        {freshness.everyMs < Infinity && ` Retrying every ${freshness.everyMs / SECOND_MS} s.`}
      </Notice>
    </div>
  );
}

/** The age of the displayed data: `Updated 14 s ago`, or `As of 14:03:12 · 3m ago` once it is stale. */
export function FreshnessLabel({ freshness }: { freshness: Freshness }) {
  const now = useServerNow();
  if (freshness.kind === "empty") return null;
  const isStale = freshness.kind === "stale";
  const age = agoText(now - freshness.asOf);
  return (
    <span
      className={classes("inline-row gap-1h nowrap caption", isStale ? "danger strong" : "muted")}
      title={exactMoment(freshness.asOf)}
    >
      <Icon icon={isStale ? IconCloudOff : IconClock} size="s" />
      {isStale ? `As of ${logMoment(freshness.asOf)} · ${age}` : `Updated ${age}`}
    </span>
  );
}
