import { expect, test } from "vitest";
import { sampleChannel } from "../../../test/fake-channels.ts";
import { channelText, shownState, stateText } from "./channel-texts.ts";

const now = Date.parse("2026-11-21T10:00:00.000Z");
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const unused = { state: "never_used" as const, last_ok: null };

test.each([
  [{ last_ok: ago(9) }, "9m ago · 214 in 30 days"],
  [{ kind: "alertmanager_in" as const, last_ok: ago(9) }, "last alerts 9m ago"],
  [
    { state: "failing" as const, reason: "HTTP 503 “unavailable”.", failing_since: null, failures: 14 },
    "HTTP 503 “unavailable”, 14 attempts",
  ],
  [{ state: "failing" as const, reason: "HTTP 503.", failing_since: null, failures: 0 }, "HTTP 503"],
  [{ state: "no_mail_server" as const }, "emails are written to files"],
  [{ state: "paused" as const, paused_by: "Lee Tran" }, "by Lee Tran until someone resumes it"],
  [
    { state: "paused" as const, reason: "It failed for a day. HTTP 503." },
    "It failed for a day. HTTP 503. Nothing is sent until someone resumes it.",
  ],
  [{ last_ok: ago(9), failing_since: ago(8), failures: 1 }, "nothing delivered since 09:52, 1 attempt"],
  [
    { state: "paused" as const, paused_by: "Lee Tran", waiting: 1 },
    "by Lee Tran until someone resumes it. 1 notification waits.",
  ],
  [
    { state: "paused" as const, reason: null, waiting: 12 },
    "It failed for a day. Nothing is sent until someone resumes it. 12 notifications wait.",
  ],
  [{ ...unused, failing_since: ago(35), failures: 25 }, "nothing delivered since 09:25, 25 attempts"],
  [unused, "not tested yet"],
  [{ ...unused, last_tested: ago(3) }, "tested 3m ago"],
  [{ ...unused, last_tested: ago(3), last_test_failed: true }, "the test 3m ago failed"],
  [{ ...unused, kind: "alertmanager_in" as const }, "no alerts received yet"],
])("of a channel with %j people read: %s", (channel, text) => {
  expect(stateText(sampleChannel(channel), now)).toBe(text);
});

test.each([
  [{ kind: "email" as const, address: "power@groundcrew.example" }, "power@groundcrew.example"],
  [{ kind: "pagerduty" as const, address: "eu" }, "PagerDuty · Europe"],
  [{ kind: "teams" as const, address: "prod.example" }, "Teams · prod.example"],
  [{ kind: "alertmanager_in" as const, address: "" }, "From Alertmanager"],
])("a channel %j is described as %s", (channel, text) => {
  expect(channelText(channel)).toBe(text);
});

test.each([
  [{ failures: 1 }, "Retrying"],
  [{ ...unused, failures: 25 }, "Retrying"],
  [{ state: "failing" as const, failures: 8 }, "Failing"],
  [{ state: "paused" as const, paused_by: "Lee Tran", failures: 3 }, "Paused"],
  [{ failures: 0 }, "Working"],
])("a channel with %j is marked %s", (channel, label) => {
  expect(shownState(sampleChannel(channel)).label).toBe(label);
});
