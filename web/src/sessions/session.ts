import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { getSession, logIn, logOut, type LoginBody, type SessionUser } from "@groundcrew/shared/sessions";
import { call, CallFailure, isLoggedOut, sentenceOf } from "../api/index.ts";

export const USER_LOAD_FAILED = "Failed user load.";

const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => loadUser(signal),
  staleTime: Infinity,
  gcTime: Infinity,
});

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
  const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
  if (!user) throw new CallFailure(null, USER_LOAD_FAILED);
  client.removeQueries({ queryKey: ENDED });
}

/** Asks again who is logged in, after something that may have ended the session. */
export async function reloadSession(client: QueryClient): Promise<void> {
  if (!currentUser(client)) return;
  const user = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  if (user === null) endSession(client);
}

/** Ends the session on the server. */
export async function leave(): Promise<void> {
  await call(logOut, {});
}

const ENDED = ["session-ended"] as const;

/** The server says that nobody is logged in, which someone who did not log out is told. */
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
  void client.cancelQueries({ predicate: ({ meta }) => meta?.isPublic !== true });
  client.setQueryData(sessionQuery.queryKey, null);
  client.removeQueries({
    predicate: ({ meta, queryKey }) => meta?.isPublic !== true && queryKey[0] !== sessionQuery.queryKey[0],
  });
}
