import { timeWindow, timeWindowLabels, type TimeWindow } from "@groundcrew/shared/lib";
import { IconArrowsSort, IconCalendarTime } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { ChoiceMenu } from "../ui/index.ts";

type ChoiceProps<T extends string> = ComponentProps<typeof ChoiceMenu<T>>;
type TimeProps = Pick<ChoiceProps<TimeWindow>, "value" | "onChange"> &
  Partial<Pick<ChoiceProps<TimeWindow>, "name" | "labels">>;

/** The filter by a window of time that ends now. */
export function TimeMenu({ name = "Time", labels = timeWindowLabels, ...one }: TimeProps) {
  return <ChoiceMenu name={name} icon={IconCalendarTime} labels={labels} options={timeWindow.options} {...one} />;
}

/** The order of a list. */
export function OrderMenu<T extends string>(one: Pick<ChoiceProps<T>, "labels" | "options" | "value" | "onChange">) {
  return <ChoiceMenu name="Sort" icon={IconArrowsSort} {...one} />;
}
