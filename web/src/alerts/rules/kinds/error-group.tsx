import { IconTrendingUp } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { Checks, NumberInput } from "./fields.tsx";

const states = new Map([
  ["new", "New"],
  ["escalating", "Escalating"],
  ["regressed", "Regressed"],
]);

export const errorGroup: RuleKindForm<"error_group"> = {
  icon: IconTrendingUp,
  help: "One alert for a group of errors, whichever stations have them.",
  initial: { states: ["new", "escalating", "regressed"], stations: 10 },
  Fields: ({ form }) => (
    <>
      is <Checks group="States" labels={states} {...form.list("states")} /> New from{" "}
      <NumberInput label="Stations" {...form.text("stations")} /> stations on
    </>
  ),
};
