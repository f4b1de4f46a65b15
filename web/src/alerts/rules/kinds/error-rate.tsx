import { IconAlertTriangle } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { NumberInput } from "./fields.tsx";

export const errorRate: RuleKindForm<"error_rate"> = {
  icon: IconAlertTriangle,
  help: "Station errors of any kind.",
  initial: { errors: 20, minutes: 10 },
  Fields: ({ form }) => (
    <>
      of at least <NumberInput label="Errors" {...form.text("errors")} /> errors within{" "}
      <NumberInput label="Minutes" {...form.text("minutes")} /> minutes
    </>
  ),
};
