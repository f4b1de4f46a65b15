import { IconPhoneCall } from "@tabler/icons-react";
import { SelectField } from "../../../ui/index.ts";
import type { ChannelKindForm } from "./definition.ts";

const regions = [
  { value: "us", label: "United States" },
  { value: "eu", label: "Europe" },
];

export const pagerduty: ChannelKindForm = {
  label: "PagerDuty",
  icon: IconPhoneCall,
  group: "other",
  Fields: ({ form }) => (
    <SelectField
      label="Region of the Service"
      options={[{ value: "", label: "Choose…" }, ...regions]}
      {...form.choice("address")}
    />
  ),
  secret: { label: "Integration Key", hint: "Of a service with an Events API v2 integration." },
  text: (address) => `PagerDuty · ${address === "eu" ? "Europe" : "United States"}`,
};
