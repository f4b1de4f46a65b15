import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import { Button, Popover, TextField } from "../ui/index.ts";
import { rangeProblem, type DayRange } from "./day-range.ts";

type RangePickerProps = {
  /** The text of the button. */
  name: string;
  isChosen: boolean;
  /** The days that are entered at first. */
  days: DayRange;
  /** The largest number of days. */
  most: number;
  onChoose: (days: DayRange) => void;
};

/** A button that opens a form for two days of the calendar, both included. */
export function RangePicker({ name, isChosen, days, most, onChoose }: RangePickerProps) {
  const [entered, setEntered] = useState(days);
  const { from, to } = entered;
  const problem = rangeProblem(entered, most);
  return (
    <Popover
      label="Range"
      renderOpener={(opener) => (
        <Button icon={IconCalendar} tone={isChosen ? "selected" : "plain"} {...opener}>
          {name}
        </Button>
      )}
    >
      <form
        className="stack gap-3 p-3"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(entered);
        }}
      >
        <TextField
          label="First Day (UTC)"
          type="date"
          value={from}
          onChange={({ target }) => setEntered({ from: target.value, to })}
        />
        <TextField
          label="Last Day (UTC)"
          type="date"
          value={to}
          error={from === "" && to === "" ? undefined : (problem ?? undefined)}
          onChange={({ target }) => setEntered({ from, to: target.value })}
        />
        <Button type="submit" tone="main" disabled={problem !== null}>
          Show
        </Button>
      </form>
    </Popover>
  );
}
