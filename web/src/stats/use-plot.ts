import { useEffectEvent, useMemo, type RefObject } from "react";
import { CHART } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import type uPlot from "uplot";
import { pressedPoint, type HistoryColumns } from "./history.ts";
import { NARROW_PX, plotOptions } from "./plot-options.ts";
import { useDrawnPlot } from "./use-drawn-plot.ts";
import { watchPresses } from "./watch-presses.ts";

type PlotOf = {
  columns: HistoryColumns;
  /** Where the time axis begins (s); null begins it at the first point. */
  startS: number | null;
  type: StationType;
  onIndex: (index: number | null) => void;
  onPoint: (time: number) => void;
};

/** How far (px) from a minute with errors a press still means it. */
const REACH_PX = 6;

/** Keeps the chart of a station's history drawn in an element. */
export function usePlot(place: RefObject<HTMLElement | null>, { columns, startS, type, ...on }: PlotOf) {
  const onPress = useEffectEvent((made: uPlot) => {
    const time = timeOfPress(made, columns);
    if (time !== undefined) on.onPoint(time);
  });
  const plot = useDrawnPlot(place, {
    data: useMemo(() => dataOf(columns), [columns]),
    optionsOf: (width) => plotOptions({ width, height: CHART.height_px, isNarrow: width < NARROW_PX, startS, type }),
    onIndex: on.onIndex,
    onMade: (made) => watchPresses(made.over, () => onPress(made)),
  });
  return { pointAt: (index: number) => plot.pointAt(index, 1, "swaps") };
}

function dataOf({ times, swaps, errors, door, pad, online }: HistoryColumns): uPlot.AlignedData {
  return [times, swaps, errors, door, pad, online];
}

/** The time of the point that the cursor's place means. */
function timeOfPress(plot: uPlot, columns: HistoryColumns): number | undefined {
  const time = plot.posToVal(plot.cursor.left ?? 0, "x");
  const reachS = Math.abs(plot.posToVal(REACH_PX, "x") - plot.posToVal(0, "x"));
  const index = pressedPoint(columns, time, reachS);
  return index === null ? undefined : columns.times[index];
}
