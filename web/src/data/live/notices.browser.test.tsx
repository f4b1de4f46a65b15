import { listSupportLogTags } from "@groundcrew/shared/support-log";
import { InfiniteQueryObserver, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { fakeClock } from "../../../test/clock.ts";
import { setHidden } from "../../../test/visibility.ts";
import { serverQuery } from "../api/index.ts";
import { makeQueryClient } from "../query-client.ts";
import { NoticeRequests } from "./notices.ts";

const SECOND_MS = 1_000;
const TAGS = [{ topic: "tags", station: null }] as const;

const { queryKey, meta } = serverQuery(listSupportLogTags, { query: {} });

function openPage() {
  const client = makeQueryClient();
  const requests = new NoticeRequests(client);
  onTestFinished(() => {
    requests.stop();
    client.clear();
  });
  return { client, requests };
}

/** A displayed query about tags, whose requests are answered one by one. */
function displayedTags() {
  const { client, requests } = openPage();
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey,
    meta,
    staleTime: Infinity,
    queryFn: () => new Promise<number>((resolve) => answers.push(() => resolve(answers.length))),
  });
  onTestFinished(observer.subscribe(() => {}));
  return { client, answers, requests };
}

/** A displayed list of three pages, and the pages that were requested. */
async function displayedPages() {
  const { client, requests } = openPage();
  const requested: number[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    meta,
    staleTime: Infinity,
    initialPageParam: 1,
    getNextPageParam: (last: number) => (last < 3 ? last + 1 : undefined),
    queryFn: ({ pageParam }) => {
      requested.push(pageParam);
      return Promise.resolve(pageParam);
    },
  });
  onTestFinished(observer.subscribe(() => {}));
  await expect.poll(() => requested).toEqual([1]);
  return { observer, requests, requested };
}

test("data that was being requested when a notice arrived is requested once more, since the response may be older", async () => {
  const clock = fakeClock();
  const { answers, requests } = displayedTags();
  await expect.poll(() => answers.length).toBe(1);
  requests.take(TAGS);
  await clock.pass(SECOND_MS);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await clock.pass(3 * SECOND_MS);
  expect(answers).toHaveLength(2);
  answers[1]?.();
  await clock.pass(5 * SECOND_MS);
  expect(answers).toHaveLength(2);
});

test("a request that replaces an outdated one is current", async () => {
  const { client, answers } = displayedTags();
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  await expect.poll(() => client.getQueryState(queryKey)?.status).toBe("success");
  for (const requested of [2, 3]) {
    void client.invalidateQueries({ queryKey });
    await expect.poll(() => answers.length).toBe(requested);
  }
  answers[2]?.();
  await expect.poll(() => client.getQueryState(queryKey)).toMatchObject({ fetchStatus: "idle", isInvalidated: false });
});

test("what several notices concern is requested once a second at most", async () => {
  const clock = fakeClock();
  const { answers, requests } = displayedTags();
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  await clock.pass(SECOND_MS);
  for (let notices = 0; notices < 3; notices += 1) requests.take(TAGS);
  await clock.pass(10);
  expect(answers).toHaveLength(2);
  answers[1]?.();
  requests.take(TAGS);
  await clock.pass(SECOND_MS / 2);
  expect(answers).toHaveLength(2);
  await clock.pass(SECOND_MS);
  expect(answers).toHaveLength(3);
});

test("a list whose next page is loaded while a notice waits is requested again as a whole, as often as it has pages at most", async () => {
  const clock = fakeClock();
  const { observer, requests, requested } = await displayedPages();
  await clock.pass(SECOND_MS);
  requests.take(TAGS);
  await expect.poll(() => requested).toEqual([1, 1]);
  requests.take(TAGS);
  await observer.fetchNextPage();
  await observer.fetchNextPage();
  expect(requested).toEqual([1, 1, 2, 3]);
  await clock.pass(2 * SECOND_MS);
  expect(requested.slice(4)).toEqual([1, 2, 3]);
  requests.take(TAGS);
  await clock.pass(SECOND_MS);
  expect(requested).toHaveLength(7);
  await clock.pass(2 * SECOND_MS);
  expect(requested.slice(7)).toEqual([1, 2, 3]);
});

test("what was changed while the page was hidden is requested as soon as it is visible, and nothing else", async () => {
  const clock = fakeClock();
  const { answers, requests } = displayedTags();
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  setHidden(true);
  await clock.pass(20 * SECOND_MS);
  setHidden(false);
  expect(answers).toHaveLength(1);
  setHidden(true);
  requests.take(TAGS);
  await clock.pass(20 * SECOND_MS);
  expect(answers).toHaveLength(1);
  setHidden(false);
  await expect.poll(() => answers.length).toBe(2);
});
