import { IconBatteryExclamation } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";

export const batteryError: RuleKindForm<"battery_error"> = {
  icon: IconBatteryExclamation,
  help: "A battery in the charger reports an unrecoverable error.",
  initial: {},
  Fields: () => null,
};
