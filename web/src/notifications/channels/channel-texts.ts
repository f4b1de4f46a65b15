import type { Channel } from "@groundcrew/shared/channels";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconMailOff,
  IconPlayerPause,
  IconRefresh,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { countText, minutesAgoText, shortMoment, untilText, wholeNumber } from "../../lib/index.ts";
import { channelKindForms } from "./kinds/index.ts";

/** The kind and address of a channel: `Slack · hooks.slack.com/services/T02…`. An email address stands alone. */
export function channelText({ kind, address }: Pick<Channel, "kind" | "address">): string {
  const { label, text } = channelKindForms[kind];
  if (text) return text(address);
  return address === "" ? label : `${label} · ${address}`;
}

type StateFace = { tone: "ok" | "warn" | "solid" | "plain" | "dashed"; icon: TablerIcon; label: string };

const shownStates: Record<Channel["state"], StateFace> = {
  working: { tone: "ok", icon: IconCircleCheck, label: "Working" },
  failing: { tone: "solid", icon: IconAlertTriangle, label: "Failing" },
  paused: { tone: "plain", icon: IconPlayerPause, label: "Paused" },
  no_mail_server: { tone: "dashed", icon: IconMailOff, label: "Mail is not set up" },
  never_used: { tone: "dashed", icon: IconClock, label: "Never used" },
};

/** True if a channel is paused because it failed for long, not by a person. */
function hasPausedItself({ state, paused_by }: Pick<Channel, "state" | "paused_by">): boolean {
  return state === "paused" && paused_by === null;
}

/** True if a channel that should send something does not. */
export function isBroken(channel: Pick<Channel, "state" | "paused_by">): boolean {
  return channel.state === "failing" || hasPausedItself(channel);
}

/** True if the latest attempts failed and are repeated, so that the channel does not count as failing yet. */
function isRetrying({ state, failures }: Pick<Channel, "state" | "failures">): boolean {
  return failures > 0 && (state === "working" || state === "never_used");
}

/** How a channel's state is displayed. */
export function shownState(channel: Pick<Channel, "state" | "paused_by" | "failures">): StateFace {
  if (isRetrying(channel)) return { tone: "warn", icon: IconRefresh, label: "Retrying" };
  return hasPausedItself(channel) ? { ...shownStates.paused, tone: "solid" } : shownStates[channel.state];
}

/** More about a channel's state: `9m ago · 214 in 30 days`, `by Lee Tran until Mon 08:00`. */
export function stateText(channel: Channel, now: number): string {
  const { state, kind, reason, waiting, paused_by, paused_until, last_ok, delivered } = channel;
  const isReceiver = channelKindForms[kind].onlyReceives;
  if (isRetrying(channel)) return `nothing delivered${attemptsText(channel, now)}`;
  switch (state) {
    case "working": {
      const last = last_ok === null ? "" : minutesAgoText(last_ok, now);
      if (isReceiver) return `last alerts ${last}`;
      return `${last === "" ? "" : `${last} · `}${wholeNumber(delivered)} in 30 days`;
    }
    case "failing":
      return `${reason?.replace(/\.$/, "") ?? "No message was delivered"}${attemptsText(channel, now)}`;
    case "paused": {
      const held = waiting === 0 ? "" : ` ${countText(waiting, "notification")} ${waiting === 1 ? "waits" : "wait"}.`;
      if (hasPausedItself(channel))
        return `${reason ?? "It failed for a day."} Nothing is sent until someone resumes it.${held}`;
      const until = paused_until === null ? "someone resumes it" : untilText(paused_until, now);
      return `by ${paused_by} until ${until}${held === "" ? "" : `.${held}`}`;
    }
    case "no_mail_server":
      return "emails are written to files";
    case "never_used":
      return isReceiver ? "no alerts received yet" : testedText(channel, now);
  }
}

/** Since when attempts have failed, and how many: ` since 09:14, 3 attempts`. */
function attemptsText({ failing_since, failures }: Channel, now: number): string {
  const since = failing_since === null ? "" : ` since ${shortMoment(failing_since, now)}`;
  return `${since}${failures === 0 ? "" : `, ${countText(failures, "attempt")}`}`;
}

function testedText({ last_tested, last_test_failed }: Channel, now: number): string {
  if (last_tested === null) return "not tested yet";
  const when = minutesAgoText(last_tested, now);
  return last_test_failed ? `the test ${when} failed` : `tested ${when}`;
}
