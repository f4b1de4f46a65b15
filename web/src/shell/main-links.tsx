import { Link, useLocation } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import styles from "./shell.module.css";

/** The console's areas, in the specification's order. */
export function MainLinks({ user, onFollow }: { user: SessionUser; onFollow: () => void }) {
  // A station's page belongs to Stations, although its address starts differently.
  const isAtStation = useLocation({ select: ({ pathname }) => pathname.startsWith("/stations/") });
  return (
    <nav className={styles.links} aria-label="Main">
      <Link to="/" onClick={onFollow} {...(isAtStation && { "aria-current": "page" })}>
        Stations
      </Link>
      {user.can_admin && (
        <Link to="/supportlog/$" params={{ _splat: "" }} activeOptions={{ includeSearch: false }} onClick={onFollow}>
          Support Log
        </Link>
      )}
      <Link to="/ssot/$" params={{ _splat: "" }} activeOptions={{ includeSearch: false }} onClick={onFollow}>
        SSoT
      </Link>
      <Link to="/stats" onClick={onFollow}>
        Stats
      </Link>
      <Link to="/manage/$" params={{ _splat: "" }} activeOptions={{ includeSearch: false }} onClick={onFollow}>
        Manage
      </Link>
    </nav>
  );
}
