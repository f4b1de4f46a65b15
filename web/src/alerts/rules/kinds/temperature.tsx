import { IconFlame } from "@tabler/icons-react";
import type { RuleKindForm } from "./definition.ts";
import { NumberInput } from "./fields.tsx";

export const temperature: RuleKindForm<"temperature"> = {
  icon: IconFlame,
  help: "The alert ends once the temperature is 3 °F back.",
  initial: { direction: "above", fahrenheit: 104, minutes: 10 },
  Fields({ form }) {
    const { value, onChange } = form.choice("direction");
    return (
      <>
        <select aria-label="Direction" value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="above">above</option>
          <option value="below">below</option>
        </select>{" "}
        <NumberInput label="Degrees Fahrenheit" {...form.text("fahrenheit")} /> °F for{" "}
        <NumberInput label="Minutes" {...form.text("minutes")} /> minutes
      </>
    );
  },
};
