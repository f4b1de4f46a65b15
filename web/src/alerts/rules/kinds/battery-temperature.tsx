import { IconTemperature } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { NumberInput } from "./fields.tsx";

export const batteryTemperature: RuleKindForm<"battery_temperature"> = {
  icon: IconTemperature,
  help: "Of batteries in the charger.",
  initial: { celsius: 60, minutes: 10 },
  Fields: ({ form }) => (
    <>
      above <NumberInput label="Degrees Celsius" {...form.text("celsius")} /> °C for{" "}
      <NumberInput label="Minutes" {...form.text("minutes")} /> minutes
    </>
  ),
};
