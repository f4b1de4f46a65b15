import type { OnlineStatus } from "@groundcrew/shared/stations";

/** The shape for each status, from a disc in a ring to a dotted one. It has a label where no text names the status. */
export function ActivityShape({ status, label }: { status: OnlineStatus; label?: string }) {
  const named = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.4" {...named}>
      {shapes[status]}
    </svg>
  );
}

const ring = <circle cx="6" cy="6" r="5.2" />;

const shapes: Record<OnlineStatus, React.ReactNode> = {
  active_now: (
    <>
      <circle cx="6" cy="6" r="3" fill="currentColor" stroke="none" />
      {ring}
    </>
  ),
  active_recent: <circle cx="6" cy="6" r="5" fill="currentColor" stroke="none" />,
  active_today: (
    <>
      {ring}
      <path d="M6 1a5 5 0 0 0 0 10z" fill="currentColor" stroke="none" />
    </>
  ),
  idle: <circle cx="6" cy="6" r="5.2" strokeWidth="1.6" />,
  inactive: (
    <>
      {ring}
      <path d="M2.4 9.6 9.6 2.4" />
    </>
  ),
  no_data: (
    <>
      <circle cx="6" cy="6" r="5.2" strokeDasharray="2 2" />
      <circle cx="6" cy="6" r="1.2" fill="currentColor" stroke="none" />
    </>
  ),
};
