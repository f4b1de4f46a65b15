import { listSupportLogTags } from "@groundcrew/shared/support-log";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, onTestFinished, test } from "vitest";
import { fakeClock } from "../../../test/clock.ts";
import { serverQuery } from "../api/index.ts";
import { NoticeRequests } from "./notices.ts";

const SECOND_MS = 1_000;

/** A displayed query about tags, whose requests are answered one by one. */
function displayedTags() {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: "always", retry: false } } });
  const answers: (() => void)[] = [];
  const { queryKey, meta } = serverQuery(listSupportLogTags, { query: {} });
  const observer = new QueryObserver(client, {
    queryKey,
    meta,
    staleTime: Infinity,
    queryFn: () => new Promise<number>((resolve) => answers.push(() => resolve(answers.length))),
  });
  const requests = new NoticeRequests(client);
  const leave = observer.subscribe(() => {});
  onTestFinished(() => {
    requests.stop();
    leave();
  });
  return { answers, requests };
}

test("data that was being requested when a notice arrived is requested once more, since the response may be older", async () => {
  const clock = fakeClock();
  const { answers, requests } = displayedTags();
  await expect.poll(() => answers.length).toBe(1);
  requests.take([{ topic: "tags", station: null }]);
  await clock.pass(SECOND_MS);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await clock.pass(3 * SECOND_MS);
  expect(answers).toHaveLength(2);
  answers[1]?.();
  await clock.pass(5 * SECOND_MS);
  expect(answers).toHaveLength(2);
});

test("what several notices concern is requested once a second at most", async () => {
  const clock = fakeClock();
  const { answers, requests } = displayedTags();
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  await clock.pass(SECOND_MS);
  for (const station of [null, null, null]) requests.take([{ topic: "tags", station }]);
  await clock.pass(10);
  expect(answers).toHaveLength(2);
  answers[1]?.();
  requests.take([{ topic: "tags", station: null }]);
  await clock.pass(SECOND_MS / 2);
  expect(answers).toHaveLength(2);
  await clock.pass(SECOND_MS);
  expect(answers).toHaveLength(3);
});
