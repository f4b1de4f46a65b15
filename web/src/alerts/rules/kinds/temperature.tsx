import { IconFlame } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { differenceText } from "@groundcrew/shared/lib";
import { shownUnit } from "../../../lib/index.ts";
import { NumberInput, TemperatureInput } from "./fields.tsx";

export const temperature: RuleKindForm<"temperature"> = {
  icon: IconFlame,
  get help() {
    return `The alert ends once the temperature is ${differenceText(3, shownUnit.get())} back.`;
  },
  initial: { direction: "above", fahrenheit: 104, minutes: 10 },
  Fields({ form }) {
    const { value, onChange } = form.choice("direction");
    return (
      <>
        <select aria-label="Direction" value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="above">above</option>
          <option value="below">below</option>
        </select>{" "}
        <TemperatureInput {...form.text("fahrenheit")} /> for <NumberInput label="Minutes" {...form.text("minutes")} />{" "}
        minutes
      </>
    );
  },
};
