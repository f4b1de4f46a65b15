import { useEffect, type ReactNode, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useRouter, useLocation } from "@tanstack/react-router";
import { displayName, type SessionUser } from "@groundcrew/shared/sessions";
import { getConsoleStatus } from "@groundcrew/shared/system";
import { IconLogout, IconMenu2, IconX } from "@tabler/icons-react";
import { AttentionBadge, AttentionBell } from "../alerts/index.ts";
import { errorSentence, useServerMutation } from "../data/api/index.ts";
import { useConsole } from "../console/index.ts";
import { DraftOwner, clearDrafts } from "../lib/index.ts";
import { useStartLive } from "../data/live/index.ts";
import { forgetSession, endServerSession } from "../sessions/index.ts";
import { forgetRecent, GoTo } from "../palette/index.ts";
import { DisconnectedScope } from "../station/index.ts";
import {
  Button,
  IconButton,
  lazyPart,
  Mark,
  SchemeButton,
  toast,
  usePageKeys,
  type SchemeChoice,
} from "../ui/index.ts";
import { Confirmation } from "./confirmation.tsx";
import styles from "./shell.module.css";
import { useServerData } from "../data/index.ts";

/** Loaded only while there is something to say. */
const StatusBanners = lazyPart(async () => (await import("./status-banners.tsx")).StatusBanners);

/** As much of a build's id as tells builds apart. */
const SHOWN_OF_BUILD = 7;

function FleetTools({ user, isDisconnected }: { user: SessionUser; isDisconnected: boolean }) {
  return (
    <>
      <DisconnectedScope value={isDisconnected}>
        <GoTo user={user} />
      </DisconnectedScope>
      <AttentionBell className={styles.bell} />
    </>
  );
}

type ShellProps = { user: SessionUser; children: ReactNode };

/** The top bar with the page below it. */
export function Shell({ user, children }: ShellProps) {
  const { brand, version, build } = useConsole();
  // Until then the server answers calls about the user's own account alone.
  const mustSetUp = user.required_step?.is_due ?? false;
  useStartLive(mustSetUp ? null : user);
  const { status, isDisconnected } = useConsoleStatus(!mustSetUp);
  const hasBanners = user.required_step || isDisconnected || (status && status.problems.length > 0);
  const { button, isOpen, toggle, close } = useMenu();
  const { logOut, isLoggingOut } = useLogOut();

  // Another user may have been logged in in this tab before.
  useEffect(() => clearDrafts({ except: user.email }), [user.email]);

  return (
    <DraftOwner value={user.email}>
      <a className={`absolute surface rounded ${styles.skip}`} href="#main">
        Skip to content
      </a>
      <header className={`sticky row gap-1 surface border-below no-print ${styles.bar}`}>
        <Link to="/" className={`row gap-2 default heavy ${styles.brand}`}>
          <Mark />
          {brand.product}
        </Link>
        {!mustSetUp && <FleetTools user={user} isDisconnected={isDisconnected} />}
        <IconButton
          ref={button}
          tone="quiet"
          className={styles.burger}
          icon={isOpen ? IconX : IconMenu2}
          label="Menu"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={toggle}
        />
        <div id="menu" className={styles.menu} data-open={isOpen || undefined}>
          {mustSetUp ? <span className="grow" /> : <MainLinks user={user} onFollow={close} />}
          <Link to="/account" className={`min-0 truncate soft ${styles.user}`} title={user.email} onClick={close}>
            {displayName(user)}
          </Link>
          <SchemeButton onChoose={storeTheme} />
          <Button tone="quiet" icon={IconLogout} aria-label="Log Out" busy={isLoggingOut} onClick={() => void logOut()}>
            <span className={styles.logOut}>Log Out</span>
          </Button>
        </div>
      </header>
      <main id="main" className={`p-4 ${styles.page}`}>
        {hasBanners && <StatusBanners status={status} user={user} />}
        <DisconnectedScope value={isDisconnected}>{children}</DisconnectedScope>
      </main>
      <Confirmation />
      <footer className={`text-end truncate size-caption muted no-print ${styles.foot}`}>
        {brand.product} {version}
        {build !== null && <> · build {build.slice(0, SHOWN_OF_BUILD)}</>}
      </footer>
    </DraftOwner>
  );
}

/** Stores the chosen theme for the user's other browsers. */
async function storeTheme(theme: SchemeChoice): Promise<void> {
  const account = await import("../account/account-page.tsx");
  await account.storeTheme(theme);
}

/** Whether the server receives messages of stations, and for admins the problems of the installation. */
function useConsoleStatus(isOn: boolean) {
  const { data: status } = useServerData(getConsoleStatus, {}, { enabled: isOn });
  return { status, isDisconnected: status !== undefined && status.disconnected_since !== null };
}

/** Ends the session, unless the user stays because of unsaved changes. */
function useLogOut() {
  const client = useQueryClient();
  const goToStart = useGoToStart();
  const end = useServerMutation({
    ifUnanswered: "You may be logged out.",
    run: async () => {
      const address = await endServerSession();
      clearDrafts();
      forgetRecent();
      forgetSession(client);
      if (address !== null) window.location.assign(address);
    },
    onError: (error) => toast("danger", errorSentence(error)),
  });
  return {
    isLoggingOut: end.isPending,
    logOut: async () => {
      if (await goToStart()) end.mutate();
    },
  };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Identifies the press of Log Out that led here. */
    logoutId?: number;
  }
}

/**
 * Navigates to the start page, so that the next login does not start with this user's page. Resolves with whether the navigation
 * took place: a user who stays because of unsaved changes may navigate elsewhere later, which settles this one too.
 */
function useGoToStart(): () => Promise<boolean> {
  const navigate = useNavigate();
  const { history } = useRouter();
  return async () => {
    const logoutId = Date.now();
    await navigate({ to: "/", state: { logoutId } });
    return history.location.state.logoutId === logoutId;
  };
}

/** The console's areas, in the specification's order. */
function MainLinks({ user, onFollow }: { user: SessionUser; onFollow: () => void }) {
  // Pages of a station and of a group belong to areas whose addresses start differently.
  const isStationPage = useLocation({ select: ({ pathname }) => pathname.startsWith("/stations/") });
  const isGroupPage = useLocation({ select: ({ pathname }) => pathname.startsWith("/groups/") });
  return (
    <nav className={`flex grow ${styles.links}`} aria-label="Main">
      <Link to="/" onClick={onFollow} {...(isStationPage && { "aria-current": "page" })}>
        Stations
      </Link>
      <Link to="/attention" activeOptions={{ includeSearch: false }} onClick={onFollow}>
        Attention <AttentionBadge />
      </Link>
      {user.can_admin && (
        <Link
          to="/supportlog"
          activeOptions={{ includeSearch: false }}
          onClick={onFollow}
          {...(isGroupPage && { "aria-current": "page" })}
        >
          Support Log
        </Link>
      )}
      <Link to="/ssot" activeOptions={{ includeSearch: false }} onClick={onFollow}>
        SSoT
      </Link>
      <Link to="/stats" onClick={onFollow}>
        Stats
      </Link>
      <Link to="/manage" activeOptions={{ includeSearch: false }} onClick={onFollow}>
        Manage
      </Link>
    </nav>
  );
}

/** The menu in a narrow window. Escape closes it and returns the focus to its button. */
function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function leave() {
    setOpen(false);
    button.current?.focus();
  }
  usePageKeys({ escape: isOpen ? leave : null });

  return { isOpen, button, toggle: () => setOpen(!isOpen), close: () => setOpen(false) };
}
