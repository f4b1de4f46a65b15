import { useRef } from "react";
import { useMutation, useQueryClient, type Query } from "@tanstack/react-query";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { randomToken, type FormKey } from "../../lib/index.ts";
import type { OtherEndpoint } from "./call.ts";
import { CallFailure, writeFailure } from "./failure.ts";
import { recordingWrites, reloadChanged, type Change } from "./writes.ts";

/** Option of a creating call: the server does it at most once for this key. */
type Once = { once: string };

type ServerMutationOptions<R, A> = {
  run: (input: A, once: Once) => Promise<R>;
  /** The possible effect if the server does not answer. Null if there is none, as for calls that only read. */
  ifUnanswered?: string | null;
  /** The form to submit. It is submitted at most once, however often its button is pressed. */
  form?: FormKey | undefined;
  /** Writes with different lock names may run at the same time. Without this, only one write runs at a time. */
  lockName?: (input: A) => string;
  /**
   * The calls whose replies the form shows: they are loaded again before `onSuccess` or `onError` is called, so that it never goes back to what
   * it showed before; after a failure for two seconds at most. Without this, the write is pending after its callbacks until all that is displayed
   * of what it changed is loaded again.
   */
  shows?: readonly Pick<OtherEndpoint, "name">[];
  onStart?: (input: A) => void;
  onSuccess?: (result: R, input: A) => unknown;
  onError?: (error: Error, input: A) => unknown;
  gcTime?: number;
};

const CHANGED = "The change may have been saved.";
/** How long at most a write that failed, or shows nothing that it changed, prevents others while that is loaded again (ms). */
const MAX_WAIT_MS = 2 * SECOND_MS;

type Attempt<A> = { input: A; key: string; changes: Change[] };

/**
 * A write to the server. Further presses are ignored from the moment of the first one (not from the next render) until it has finished. What
 * is displayed of what it changed is loaded again. A creating call keeps its idempotency key while its outcome is unknown, so that a retry
 * after a lost response creates nothing twice.
 */
export function useServerMutation<R, A = void>(options: ServerMutationOptions<R, A>) {
  const { run, ifUnanswered = CHANGED, form, lockName, shows, onStart, onSuccess, onError, ...rest } = options;
  const client = useQueryClient();
  const locks = useRef(new Set<string>());
  // Writes that may run at the same time have separate keys.
  const ownKeys = useRef(new Map<string, string>());
  const saved = useRef<string>(null);
  const lockFor = (input: A) => lockName?.(input) ?? "";
  const isShown = ({ queryKey }: Query) => shows?.some(({ name }) => name === queryKey[0]) === true;

  function keyFor(input: A): string {
    if (form) return form.key;
    const key = ownKeys.current.get(lockFor(input)) ?? randomToken();
    ownKeys.current.set(lockFor(input), key);
    return key;
  }

  function renewKey(input: A): void {
    if (form) form.renewKey();
    else ownKeys.current.delete(lockFor(input));
  }

  const { mutate, variables, ...mutation } = useMutation({
    ...rest,
    async mutationFn({ input, key, changes }: Attempt<A>) {
      const reload = () => (shows ? reloadChanged(client, changes, isShown) : Promise.resolve());
      try {
        const result = await recordingWrites(changes, () => run(input, { once: key }));
        await reload();
        return result;
      } catch (error) {
        await atMost(MAX_WAIT_MS, reload());
        throw ifUnanswered === null ? error : writeFailure(error, ifUnanswered);
      }
    },
    async onSuccess(result, { input, key }) {
      saved.current = key;
      await onSuccess?.(result, input);
      renewKey(input);
    },
    async onError(error, { input }) {
      if (isRejectedWrite(error)) renewKey(input);
      await onError?.(error, input);
    },
    async onSettled(_result, _error, { input, changes }) {
      const reloaded = reloadChanged(client, changes, (query) => !isShown(query));
      if (!shows) await atMost(MAX_WAIT_MS, reloaded);
      locks.current.delete(lockFor(input));
      if (!shows) await reloaded;
    },
  });

  return {
    ...mutation,
    /** The input of the running write. */
    pending: mutation.isPending ? variables?.input : undefined,
    /** The input of the write that failed last. */
    failed: mutation.isError ? variables?.input : undefined,
    mutate: (input: A): void => {
      const key = keyFor(input);
      // Ignore a press on a form that has been saved but not rendered again yet.
      if (locks.current.has(lockFor(input)) || saved.current === key) return;
      locks.current.add(lockFor(input));
      onStart?.(input);
      mutate({ input, key, changes: [] });
    },
  };
}

/** Waits until something is done, but no longer than `ms`. */
async function atMost(ms: number, done: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([done, elapsed]);
  clearTimeout(timer);
}

/** Statuses that leave the outcome of an earlier attempt unknown. */
const UNKNOWN_OUTCOME = new Set([401, 408, 429]);

/** True if the server rejected the write itself, so that the next attempt is a new one. */
function isRejectedWrite(error: Error): boolean {
  if (!(error instanceof CallFailure) || error.status === null) return false;
  return error.status >= 400 && error.status < 500 && !UNKNOWN_OUTCOME.has(error.status);
}
