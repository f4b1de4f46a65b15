import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { getSession, logIn, logOut, type LoginBody, type SessionUser } from "@groundcrew/shared/sessions";
import { call, CallFailure, isLoggedOut, sentenceOf } from "../api/index.ts";
import { clearDrafts } from "../lib/index.ts";
import { onOtherTab, notifyOtherTabs } from "./other-tabs.ts";

export const USER_LOAD_FAILED = "Failed user load.";

const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async ({ signal }) => (mayHaveSession() ? loadUser(signal) : null),
  staleTime: Infinity,
  gcTime: Infinity,
});

/**
 * Whether it is worth asking who is logged in when the page opens, as the server said in the page. Asking without a session would
 * only put a 401 on the console of everyone who comes to log in.
 */
function mayHaveSession(): boolean {
  return document.querySelector('meta[name="has-session"]')?.getAttribute("content") !== "no";
}

async function loadUser(signal: AbortSignal): Promise<SessionUser | null> {
  try {
    return (await call(getSession, {}, { signal })).body.user;
  } catch (error) {
    if (isLoggedOut(error)) return null;
    throw error;
  }
}

export type Session = { status: "loading" } | { status: "failed"; reason: string } | { status: "ready" };

/** Whether it is known who is logged in. The user is loaded once, and again after each login. */
export function useSession(): Session {
  const { data, error } = useQuery(sessionQuery);
  if (data !== undefined) return { status: "ready" };
  if (error) return { status: "failed", reason: sentenceOf(error) };
  return { status: "loading" };
}

/** The user who is logged in, as far as is known. */
export function currentUser(client: QueryClient): SessionUser | null {
  return client.getQueryData(sessionQuery.queryKey) ?? null;
}

/** Calls `listener` whenever someone logs in or out, which loading the user for the first time is not. */
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

/** Logs in, then loads the user. Rejects when the server refuses, or when the browser kept no cookie. */
export async function enter(client: QueryClient, body: LoginBody): Promise<void> {
  await call(logIn, { body });
  notifyOtherTabs("login");
  const user = await client
    .fetchQuery({ ...sessionQuery, queryFn: ({ signal }) => loadUser(signal), staleTime: 0 })
    .catch(() => null);
  if (!user) throw new CallFailure(null, USER_LOAD_FAILED);
  client.removeQueries({ queryKey: ENDED });
}

/** Asks again who is logged in, after something that may have ended the session. */
export async function reloadSession(client: QueryClient): Promise<void> {
  if (currentUser(client)) await recheckSession(client);
}

/** Follows the session when it ends or becomes another's in another tab: all tabs of a browser share one. */
export function watchSession(client: QueryClient): void {
  onOtherTab((what) => {
    if (what === "login") return void recheckSession(client);
    clearDrafts();
    endSession(client);
  });
  window.addEventListener("focus", () => void reloadSession(client));
}

const RECHECK = ["session-again"] as const;

async function recheckSession(client: QueryClient): Promise<void> {
  const known = client.getQueryData(sessionQuery.queryKey);
  // An answer from before the change that asks now would undo it.
  await client.cancelQueries({ queryKey: RECHECK });
  const user = await client
    .fetchQuery({ queryKey: RECHECK, queryFn: ({ signal }) => loadUser(signal), staleTime: 0 })
    .catch(() => undefined);
  // Who logged in or out here meanwhile knows better.
  if (user === undefined || client.getQueryData(sessionQuery.queryKey) !== known) return;
  if (user === null) return endSession(client);
  if (known && viewerKey(known) !== viewerKey(user)) forgetAll(client);
  client.removeQueries({ queryKey: ENDED });
  client.setQueryData(sessionQuery.queryKey, user);
}

/** The same for users who are shown the same: what one has read, filled in or opened may stay for the other. */
export function viewerKey({ email, org_id, can_manage, can_admin }: SessionUser): string {
  return [email, org_id, can_manage, can_admin].join(" ");
}

/** Ends the session on the server. */
export async function leave(): Promise<void> {
  await call(logOut, {});
  notifyOtherTabs("logout");
}

const ENDED = ["session-ended"] as const;

/** Ends the session on screen because the server says that nobody is logged in. The login page then says that it ended. */
export function endSession(client: QueryClient): void {
  if (!currentUser(client)) return;
  forgetSession(client);
  client.setQueryData(ENDED, true);
}

/** Whether the last session ended without its user logging out. */
export function hasSessionEnded(client: QueryClient): boolean {
  return client.getQueryData(ENDED) === true;
}

/** Nobody is logged in any more: what the last user saw must not reach the next. */
export function forgetSession(client: QueryClient): void {
  forgetAll(client);
  client.setQueryData(sessionQuery.queryKey, null);
}

function forgetAll(client: QueryClient): void {
  void client.cancelQueries({ predicate: ({ meta }) => meta?.isPublic !== true });
  client.removeQueries({
    predicate: ({ meta, queryKey }) => meta?.isPublic !== true && queryKey[0] !== sessionQuery.queryKey[0],
  });
}
