import { isRunning, type BulkAct } from "@groundcrew/shared/bulk-acts";
import { wholeNumber } from "@groundcrew/shared/lib";
import { IconHistory } from "@tabler/icons-react";
import { clockText, countText } from "../lib/index.ts";
import { ActionMenu } from "../ui/index.ts";
import { actTitle } from "./texts.ts";

/** The user's acts of the last day: each opens what happened. Nothing without any. */
export function RecentActs({ acts, onShow }: { acts: readonly BulkAct[]; onShow: (act: number) => void }) {
  if (acts.length === 0) return null;
  const running = acts.find(isRunning);
  return (
    <ActionMenu
      label="Recent Acts"
      icon={IconHistory}
      text={running ? progressOf(running) : null}
      items={acts.map((act) => ({ key: String(act.id), label: nameOf(act), onPress: () => onShow(act.id) }))}
    />
  );
}

function progressOf({ counts }: BulkAct): string {
  const { done, failed, running, waiting } = counts;
  return `${wholeNumber(done)} of ${wholeNumber(done + failed + running + waiting)} done`;
}

function nameOf(act: BulkAct): string {
  const { done, undone, kept, waiting, running, failed } = act.counts;
  const stations = done + undone + kept + waiting + running + failed;
  return [
    `${clockText(act.created)} ${actTitle(act)}`,
    countText(stations, "station"),
    ...(failed === 0 ? [] : [`${wholeNumber(failed)} failed`]),
    ...(act.undone === null ? [] : ["undone"]),
  ].join(", ");
}
