import { VisuallyHidden } from "../ui/index.ts";
import { badgeText } from "./badge-text.ts";
import { useAlertSummary } from "./list/use-alerts.ts";
import { CountBadge } from "./pill.tsx";

/** The number of unassigned alerts: none at 0, and a question mark while it is not known whether it is current. */
export function NavCount() {
  const { data, freshness } = useAlertSummary({ isSecondary: true });
  const count = data?.counts.unassigned ?? 0;
  if (freshness.kind === "stale") {
    return (
      <CountBadge tone="quiet">
        <span aria-hidden>?</span>
        <VisuallyHidden>The number of alerts may be out of date</VisuallyHidden>
      </CountBadge>
    );
  }
  if (count === 0) return null;
  return (
    <CountBadge>
      <span title={unassignedText(count)}>{badgeText(count)}</span>
      <VisuallyHidden> unassigned</VisuallyHidden>
    </CountBadge>
  );
}

function unassignedText(count: number): string {
  return count === 1 ? "1 unassigned alert" : `${count} unassigned alerts`;
}
