import { IconBatteryOff } from "@tabler/icons-react";
import type { FormOf } from "../../src/alerts/rules/kinds/definition.ts";
import { NumberInput } from "../../src/alerts/rules/kinds/fields.tsx";

/** The form of the example of a kind of rule in `server/test/example-kind`, as those of `alerts/rules/kinds`. */
export const failedBatteries: FormOf<{ count: number }> = {
  icon: IconBatteryOff,
  help: "Batteries in the charger that report an unrecoverable error.",
  initial: { count: 2 },
  Fields: ({ form }) => (
    <>
      of at least <NumberInput label="Batteries" {...form.text("count")} /> batteries
    </>
  ),
};
