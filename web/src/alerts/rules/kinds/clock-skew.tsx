import { IconClockExclamation } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { NumberInput } from "./fields.tsx";

export const clockSkew: RuleKindForm<"clock_skew"> = {
  icon: IconClockExclamation,
  help: "Compared with the server's clock.",
  initial: { seconds: 60 },
  Fields: ({ form }) => (
    <>
      by more than <NumberInput label="Seconds" {...form.text("seconds")} /> seconds
    </>
  ),
};
