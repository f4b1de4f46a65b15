import { listSupportLogTags } from "@groundcrew/shared/support-log";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { fakeClock } from "../../../test/clock.ts";
import { serverQuery } from "./queries.ts";
import { isOutdated, markOutdated, requestedAgoMs, watchRequests } from "./requests.ts";
import { reloadChanged } from "./writes.ts";

const SECOND_MS = 1_000;
const CHANGES = [{ topics: ["tags" as const], station: null }];

const { queryKey, meta } = serverQuery(listSupportLogTags, { query: {} });

/** A displayed query about tags, whose requests are answered one by one with their number. */
function displayedTags() {
  const client = new QueryClient();
  watchRequests(client);
  const answers: (() => void)[] = [];
  const options = {
    queryKey,
    meta,
    staleTime: Infinity,
    // TanStack Query cancels only what reads the signal.
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      signal.throwIfAborted();
      const number = answers.length + 1;
      return new Promise<number>((resolve) => answers.push(() => resolve(number)));
    },
  };
  const observer = new QueryObserver(client, options);
  const leave = observer.subscribe(() => {});
  onTestFinished(() => {
    leave();
    client.clear();
  });
  const query = client.getQueryCache().find({ queryKey });
  if (!query) throw new Error("There is no query.");
  const write = () => reloadChanged(client, CHANGES, () => true);
  return { client, options, observer, query, answers, leave, write };
}

test.each([
  ["for the first time", 0],
  ["again", 1],
] as const)(
  "what was being loaded %s when it was changed is requested again, and the earlier response is not used",
  async (_, earlier) => {
    const { client, observer, options, query, answers, write } = displayedTags();
    for (let nth = 1; nth <= earlier; nth += 1) {
      answers[nth - 1]?.();
      await expect.poll(() => query.state.data).toBe(nth);
      void observer.refetch();
      await expect.poll(() => answers.length).toBe(nth + 1);
    }
    const [known, running] = [query.state.data, answers.length];
    const loaded = client.query({ ...options, staleTime: 0 });
    const reloaded = write();
    await expect.poll(() => answers.length).toBe(running + 1);
    answers[running - 1]?.();
    await Promise.resolve();
    expect(query.state.data).toBe(known);
    answers[running]?.();
    await reloaded;
    expect(query.state).toMatchObject({ data: running + 1, isInvalidated: false, fetchStatus: "idle" });
    expect(await loaded).toBe(running + 1);
    expect(isOutdated(query)).toBe(false);
  },
);

test("a request that was cancelled, because its page was left, does not count", async () => {
  const clock = fakeClock();
  const { observer, query, answers, leave } = displayedTags();
  answers[0]?.();
  await expect.poll(() => query.state.data).toBe(1);
  await clock.pass(30 * SECOND_MS);
  void observer.refetch();
  await clock.pass(SECOND_MS);
  expect(requestedAgoMs(query)).toBeLessThan(2 * SECOND_MS);
  leave();
  expect(requestedAgoMs(query)).toBeGreaterThanOrEqual(31 * SECOND_MS);
  expect(isOutdated(query)).toBe(false);
});

test("a first request that was cancelled leaves a query that was never requested", async () => {
  const { query, leave } = displayedTags();
  expect(requestedAgoMs(query)).toBeGreaterThanOrEqual(0);
  leave();
  expect(requestedAgoMs(query)).toBeUndefined();
});

test.each(["before", "after"])(
  "a query that was marked %s its request began stays outdated when that is cancelled",
  async (when) => {
    const { observer, query, answers, leave } = displayedTags();
    answers[0]?.();
    await expect.poll(() => query.state.data).toBe(1);
    if (when === "before") markOutdated(query);
    void observer.refetch();
    await expect.poll(() => answers.length).toBe(2);
    if (when === "after") markOutdated(query);
    leave();
    expect(isOutdated(query)).toBe(true);
    expect(query.state).toMatchObject({ data: 1, isInvalidated: true, fetchStatus: "idle" });
  },
);
