import { useEffectEvent, useMemo, type RefObject } from "react";
import { CHART } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import type uPlot from "uplot";
import { pressedPoint, type HistoryColumns } from "./history.ts";
import { NARROW_PX, plotOptions } from "./plot-options.ts";
import { useDrawnPlot } from "./use-drawn-plot.ts";
import { watchPresses } from "./watch-presses.ts";

type PlotOptions = {
  columns: HistoryColumns;
  /** The start of the time axis (s); null starts it at the first point. */
  startS: number | null;
  type: StationType;
  onIndex: (index: number | null) => void;
  onPoint: (time: number) => void;
};

/** A press within this distance (px) of a minute with errors selects that minute. */
const REACH_PX = 6;

/** Draws the chart of a station's history in an element. */
export function usePlot(container: RefObject<HTMLElement | null>, { columns, startS, type, ...handlers }: PlotOptions) {
  const onPress = useEffectEvent((plot: uPlot) => {
    const time = timeOfPress(plot, columns);
    if (time !== undefined) handlers.onPoint(time);
  });
  const plot = useDrawnPlot(container, {
    data: useMemo(() => dataOf(columns), [columns]),
    optionsOf: (width) => plotOptions({ width, height: CHART.height_px, isNarrow: width < NARROW_PX, startS, type }),
    onIndex: handlers.onIndex,
    onCreated: (plot) => watchPresses(plot.over, () => onPress(plot)),
  });
  return { pointAt: (index: number) => plot.pointAt(index, 1, "swaps") };
}

function dataOf({ times, swaps, errors, door, pad, online }: HistoryColumns): uPlot.AlignedData {
  return [times, swaps, errors, door, pad, online];
}

/** The time of the point that a press at the cursor's position selects. */
function timeOfPress(plot: uPlot, columns: HistoryColumns): number | undefined {
  const time = plot.posToVal(plot.cursor.left ?? 0, "x");
  const reachS = Math.abs(plot.posToVal(REACH_PX, "x") - plot.posToVal(0, "x"));
  const index = pressedPoint(columns, time, reachS);
  return index === null ? undefined : columns.times[index];
}
