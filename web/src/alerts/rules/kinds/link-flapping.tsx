import { IconPlugConnectedX } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { NumberInput } from "./fields.tsx";

export const linkFlapping: RuleKindForm<"link_flapping"> = {
  icon: IconPlugConnectedX,
  help: "How often the station's link was lost.",
  initial: { times: 6, minutes: 10 },
  Fields: ({ form }) => (
    <>
      lost <NumberInput label="Times" {...form.text("times")} /> times within{" "}
      <NumberInput label="Minutes" {...form.text("minutes")} /> minutes
    </>
  ),
};
