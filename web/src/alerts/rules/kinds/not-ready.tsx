import { alertedReason } from "@groundcrew/shared/alerts";
import { reasonLabels } from "@groundcrew/shared/readiness";
import { IconCircleX } from "@tabler/icons-react";
import { PickerChips } from "../../../kit/index.ts";
import { CheckField } from "../../../ui/index.ts";
import type { RuleKindForm } from "./definition.ts";
import { NumberInput } from "./fields.tsx";

const reasons = alertedReason.options.map((id) => ({ id, label: reasonLabels[id] }));

export const notReady: RuleKindForm<"not_ready"> = {
  icon: IconCircleX,
  help: "A drone cannot land and swap. Without a reason, any counts. Stations that are offline are not watched.",
  initial: { minutes: 10, limited: false, reasons: [] },
  Fields: ({ form }) => (
    <>
      for <NumberInput label="Minutes" {...form.text("minutes")} /> minutes
      <CheckField label="Limited too" {...form.check("limited")} />
      <PickerChips label="Reasons" action="Add a reason" items={reasons} {...form.list("reasons")} />
    </>
  ),
};
