import { useEffect } from "react";
import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { getSession, logOut, type Preferences, type SessionUser } from "@groundcrew/shared/sessions";
import { call, CallFailure, isLoggedOut, errorSentence } from "../data/api/index.ts";
import { clearDrafts, isUnsafeToReload, readingKey, showUnit, zoneChoice } from "../lib/index.ts";
import { chooseScheme } from "../ui/index.ts";
import { pageValue } from "../page/index.ts";
import { z } from "zod";

export const USER_LOAD_FAILED = "Failed user load.";

/** The keys of what is known about the session. */
export const sessionKeys = {
  current: ["session"] as const,
  recheck: ["session-again"] as const,
  ended: ["session-ended"] as const,
};

const sessionQuery = queryOptions({
  queryKey: sessionKeys.current,
  queryFn: async ({ signal }) => (mayHaveSession() ? loadUser(signal) : null),
  staleTime: Infinity,
  gcTime: Infinity,
});

/**
 * Whether there may be a session, as the server noted in the page. Requesting the user without a session would only log a 401 in
 * the browser's console of everyone who comes to log in.
 */
function mayHaveSession(): boolean {
  return document.querySelector('meta[name="has-session"]')?.getAttribute("content") !== "no";
}

async function loadUser(signal: AbortSignal): Promise<SessionUser | null> {
  try {
    const { user } = (await call(getSession, {}, { signal })).body;
    await applyPreferences(user.preferences);
    return user;
  } catch (error) {
    if (isLoggedOut(error)) return null;
    throw error;
  }
}

async function applyPreferences({ time_zone, units, theme }: Preferences): Promise<void> {
  if (theme !== null) chooseScheme(theme);
  zoneChoice.set(time_zone);
  await showUnit(units);
  // The page of the account shows the change as it is, and keeps the focus.
  if (location.pathname !== "/account" && !isUnsafeToReload()) readingKey.set(`${time_zone} ${units}`);
}

export type Session = { status: "loading" } | { status: "failed"; reason: string } | { status: "ready" };

/** Whether the current user is loaded. The user is loaded once, and again after each login. */
export function useSession(): Session {
  const { data, error } = useQuery(sessionQuery);
  if (data !== undefined) return { status: "ready" };
  if (error) return { status: "failed", reason: errorSentence(error) };
  return { status: "loading" };
}

/** The current user; null if nobody is logged in or the user is not loaded yet. */
export function currentUser(client: QueryClient): SessionUser | null {
  return client.getQueryData(sessionQuery.queryKey) ?? null;
}

/** Calls `listener` after each login or logout, but not after the user is first loaded. */
export function onSessionChange(client: QueryClient, listener: () => void): void {
  let known = client.getQueryData(sessionQuery.queryKey);
  client.getQueryCache().subscribe(() => {
    const user = client.getQueryData(sessionQuery.queryKey);
    if (user === known) return;
    const isFirst = known === undefined;
    known = user;
    if (!isFirst) listener();
  });
}

/**
 * Loads the user of a login that the server has accepted. Rejects if the browser did not keep the cookie. `onAccepted` is called while the user is
 * loaded.
 */
export async function enterConsole(
  client: QueryClient,
  accepted: SessionUser,
  onAccepted: (user: SessionUser) => void,
): Promise<void> {
  notifyOtherTabs("login");
  onAccepted(accepted);
  const user = await client
    .query({ ...sessionQuery, queryFn: ({ signal }) => loadUser(signal), staleTime: 0 })
    .catch(() => null);
  if (!user) throw new CallFailure(null, USER_LOAD_FAILED);
  client.removeQueries({ queryKey: sessionKeys.ended });
}

/** Reloads the current user, after something that may have ended the session, unless that is a logout in this tab. */
export async function reloadSession(client: QueryClient): Promise<void> {
  if (currentUser(client) && !isLoggingOut.get()) await recheckSession(client);
}

/** Handles logins and logouts in other tabs while the app is shown, since all tabs of a browser share one session. */
export function useSharedSession(): void {
  const client = useQueryClient();
  useEffect(() => {
    const handleFocus = () => void reloadSession(client);
    const handleOtherTab = ({ data }: MessageEvent) => {
      if (change.catch("login").parse(data) === "login") return void recheckSession(client);
      clearDrafts();
      endSession(client);
    };
    window.addEventListener("focus", handleFocus);
    channel.addEventListener("message", handleOtherTab);
    return () => {
      window.removeEventListener("focus", handleFocus);
      channel.removeEventListener("message", handleOtherTab);
    };
  }, [client]);
}

async function recheckSession(client: QueryClient): Promise<void> {
  const known = client.getQueryData(sessionQuery.queryKey);
  // A response from before this change would undo it.
  await client.cancelQueries({ queryKey: sessionKeys.recheck });
  const user = await client
    .query({ queryKey: sessionKeys.recheck, queryFn: ({ signal }) => loadUser(signal), staleTime: 0 })
    .catch(() => undefined);
  // A login or logout in this tab is more recent.
  if (user === undefined || client.getQueryData(sessionQuery.queryKey) !== known) return;
  if (user === null) return endSession(client);
  if (known && viewerKey(known) !== viewerKey(user)) clearUserData(client);
  client.removeQueries({ queryKey: sessionKeys.ended });
  client.setQueryData(sessionQuery.queryKey, user);
}

/** The same for users with the same view: what one has loaded, entered or opened may stay for the other. */
export function viewerKey({ email, org_id, can_manage, can_admin }: SessionUser): string {
  return [email, org_id, can_manage, can_admin].join(" ");
}

/** The server may end the page's stream of changes before it answers. */
const isLoggingOut = pageValue(() => false);

/** Ends the session on the server. Returns the address at which the user logs out of their identity provider too, if there is one. */
export async function endServerSession(): Promise<string | null> {
  isLoggingOut.set(true);
  try {
    const { headers } = await call(logOut, {});
    notifyOtherTabs("logout");
    return headers.get("x-log-out-at");
  } finally {
    isLoggingOut.set(false);
  }
}

/** Ends the session on screen because the server responded that nobody is logged in. The login page then says that the session ended. */
export function endSession(client: QueryClient): void {
  if (!currentUser(client)) return;
  forgetSession(client);
  client.setQueryData(sessionKeys.ended, true);
}

/** Whether the last session ended without a logout. */
export function hasSessionEnded(client: QueryClient): boolean {
  return client.getQueryData(sessionKeys.ended) === true;
}

/** Removes the session and the user's data, so that the next user does not see them. */
export function forgetSession(client: QueryClient): void {
  clearUserData(client);
  client.setQueryData(sessionQuery.queryKey, null);
}

/** Removes the data of the last user if nobody is logged in now. */
export function forgetUnlessLoggedIn(client: QueryClient): void {
  if (!currentUser(client)) clearUserData(client);
}

/** The known session stays until the next one. */
const KEPT: ReadonlySet<unknown> = new Set([sessionKeys.current[0], sessionKeys.ended[0]]);

function clearUserData(client: QueryClient): void {
  void client.cancelQueries({ predicate: ({ meta }) => meta?.isPublic !== true });
  client.removeQueries({
    predicate: ({ meta, queryKey }) => meta?.isPublic !== true && !KEPT.has(queryKey[0]),
  });
}

const change = z.enum(["login", "logout"]);
/** A change of the session that all tabs of a browser share. */
type SessionChange = z.output<typeof change>;

// One channel sends and receives: a second one in the same tab would receive the first one's messages.
const channel = new BroadcastChannel("session");

/** Notifies the other tabs of a login or logout in this one, or of a change of the user, whom they then load as after a login. */
export function notifyOtherTabs(event: SessionChange): void {
  channel.postMessage(event);
}

/**
 * The path to open after login: the requested one if it is on this site, else `/`. Browsers drop tabs and read `\` as `/`, so
 * the path is checked as the browser parses it.
 */
export function safePath(r: string | undefined, origin: string): string {
  if (r === undefined || !r.startsWith("/") || !URL.canParse(r, origin)) return "/";
  const { origin: targetOrigin, pathname, search, hash } = new URL(r, origin);
  if (targetOrigin !== origin || pathname.startsWith("//") || pathname === "/login") return "/";
  return `${pathname}${search}${hash}`;
}

/** The query for a path that was requested while logged out; empty for `/`. */
export function returnPath(path: string): { r?: string } {
  return path === "/" ? {} : { r: path };
}

/** The parameters of the login page: the path to return to, and the answer of an identity provider (RFC 6749, section 4.1.2, and RFC 9207). */
const LOGIN_QUERY = ["r", "code", "error", "iss", "state"] as const;

/** Reads the parameters of the login page, without any others. */
export function loginQuery(query: Record<string, unknown>): Partial<Record<(typeof LOGIN_QUERY)[number], string>> {
  const known = LOGIN_QUERY.filter((name) => typeof query[name] === "string");
  return Object.fromEntries(known.map((name) => [name, query[name]]));
}
