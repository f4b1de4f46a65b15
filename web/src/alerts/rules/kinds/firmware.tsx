import { IconCpu } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { TextInput } from "./fields.tsx";

export const firmware: RuleKindForm<"firmware"> = {
  icon: IconCpu,
  help: "Versions are compared by their numbers.",
  initial: { older_than: "" },
  Fields: ({ form }) => (
    <>
      older than <TextInput label="Firmware version" {...form.text("older_than")} />
    </>
  ),
};
