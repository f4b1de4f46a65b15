import { Link, useLocation } from "@tanstack/react-router";
import styles from "./shell.module.css";

/** The console's areas, in the specification's order. */
export function MainLinks({ onFollow }: { onFollow: () => void }) {
  // A station's page belongs to the stations, though its address does not begin with theirs.
  const isAtStation = useLocation({ select: ({ pathname }) => pathname.startsWith("/stations/") });
  return (
    <nav className={styles.links} aria-label="Main">
      <Link to="/" onClick={onFollow} {...(isAtStation && { "aria-current": "page" })}>
        Stations
      </Link>
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
