import { IconPlayerPause } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { NumberInput } from "./fields.tsx";

export const noSwaps: RuleKindForm<"no_swaps"> = {
  icon: IconPlayerPause,
  help: "The usual gap is the median between the swaps of the last 14 days, but at least 2 hours. Stations with fewer than 20 swaps in that time are not watched.",
  initial: { times: 6 },
  Fields: ({ form }) => (
    <>
      for <NumberInput label="Times" {...form.text("times")} /> times the usual gap
    </>
  ),
};
