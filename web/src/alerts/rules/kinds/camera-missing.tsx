import { IconCameraOff } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { NumberInput } from "./fields.tsx";

export const cameraMissing: RuleKindForm<"camera_missing"> = {
  icon: IconCameraOff,
  help: "A camera that the station's configuration has is not detected.",
  initial: { minutes: 10 },
  Fields: ({ form }) => (
    <>
      for <NumberInput label="Minutes" {...form.text("minutes")} /> minutes
    </>
  ),
};
