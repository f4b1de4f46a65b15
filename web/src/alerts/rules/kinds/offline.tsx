import { IconWifiOff } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { NumberInput } from "./fields.tsx";

export const offline: RuleKindForm<"offline"> = {
  icon: IconWifiOff,
  help: "Offline means that the station's link is down. A site whose stations all go silent within 5 minutes makes one alert, not one for each station.",
  initial: { minutes: 10 },
  Fields: ({ form }) => (
    <>
      for more than <NumberInput label="Minutes" {...form.text("minutes")} /> minutes
    </>
  ),
};
