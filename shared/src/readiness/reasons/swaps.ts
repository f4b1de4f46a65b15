import type { FailedSwaps } from "../facts.ts";
import { when, type Observation, type ReasonKind } from "./definition.ts";
import { spanText } from "./texts.ts";

type FailedSwapArgs = { failed: number; group: string; group_id: number };
type GroupArgs = { group: string; group_id: number };

function failedSwapArgs({ facts: { failed_swaps: failed } }: Observation): FailedSwapArgs {
  return { failed: failed?.count ?? 0, ...groupArgs(failed?.group ?? null) };
}

/** A group by its title, with its number. */
export function groupTitle(title: string, number: number): string {
  return `${title} (Group ${number})`;
}

/** Without a group, its title is empty and its number 0. */
function groupArgs(group: FailedSwaps["group"]): GroupArgs {
  return { group: group?.title ?? "", group_id: group?.id ?? 0 };
}

const failedSwap = {
  code: "swaps_failed",
  holdS: 0,
  evaluated: "always",
  since: ({ failed_swaps }) => failed_swaps?.at ?? null,
  args: failedSwapArgs,
  title: ({ failed }) => (failed === 1 ? "Last swap failed" : `${failed} swaps failed in a row`),
  text: ({ group }, { title }) => (group === "" ? title : `${title}: ${group}`),
} as const satisfies Partial<ReasonKind<FailedSwapArgs>>;

export const swapsFailed: ReasonKind<FailedSwapArgs> = {
  ...failedSwap,
  id: "swaps_failed",
  effect: "block",
  rule: {
    name: "swaps_failed",
    label: "Swaps failed in a row",
    condition: "{limit} or more",
    limit: { usual: 2, from: 2, to: 20, unit: " swaps" },
  },
  verdict: ({ facts }, { limit }) => when((facts.failed_swaps?.count ?? 0) >= limit),
};

export const lastSwapFailed: ReasonKind<FailedSwapArgs> = {
  ...failedSwap,
  id: "last_swap_failed",
  effect: "limit",
  rule: { name: "last_swap_failed", label: "Last swap failed" },
  coveredBy: "swaps_failed",
  verdict: ({ facts }) => when((facts.failed_swaps?.count ?? 0) >= 1),
};

export const errorGroup: ReasonKind<GroupArgs> = {
  id: "error_group",
  code: "error_group",
  effect: "limit",
  holdS: 0,
  evaluated: "always",
  verdict: ({ facts }) => when(facts.marked_group !== null),
  since: ({ marked_group }) => marked_group?.at ?? null,
  subject: ({ facts: { marked_group } }) => (marked_group === null ? null : String(marked_group.group.id)),
  markedEffect: ({ marked_group }) => marked_group?.effect ?? "limit",
  args: ({ facts: { marked_group } }) => groupArgs(marked_group?.group ?? null),
  title: ({ group, group_id }) => groupTitle(group, group_id),
};

export const jobFailed: ReasonKind<{ job: string }> = {
  id: "job_failed",
  code: "job_failed",
  effect: "limit",
  holdS: 0,
  rule: { name: "job_failed", label: "Movement job failed", condition: "home, self_test, open, close" },
  evaluated: "always",
  verdict: ({ facts }) => when(facts.failed_job !== null),
  since: ({ failed_job }) => failed_job?.at ?? null,
  subject: ({ facts: { failed_job } }) => (failed_job === null ? null : `${failed_job.job} ${failed_job.at}`),
  args: ({ facts }) => ({ job: facts.failed_job?.job ?? "" }),
  title: ({ job }) => `${job} failed`,
  text: (_, { title, now, since }) => `${title} ${spanText(now - since)} ago`,
};
