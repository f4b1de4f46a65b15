import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { CHART } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { pressedPoint, type HistoryColumns } from "./history.ts";
import { NARROW_PX, plotOptions } from "./plot-options.ts";
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

/** Keeps a chart drawn in an element, as wide as that is. It is made once: what shows other things needs a key. */
export function usePlot(place: RefObject<HTMLElement | null>, { columns, startS, type, ...on }: PlotOf) {
  const plot = useRef<uPlot>(undefined);
  const onCursor = useEffectEvent((index: number | null | undefined) => on.onIndex(index ?? null));
  const onPress = useEffectEvent((made: uPlot) => {
    const time = timeOfPress(made, columns);
    if (time !== undefined) on.onPoint(time);
  });
  const make = useEffectEvent((element: HTMLElement) => {
    const width = element.clientWidth;
    const options = plotOptions({ width, height: CHART.height_px, isNarrow: width < NARROW_PX, startS, type });
    // Only what the pointer does moves the point: new data would move it to whatever is nearest to the same pixel.
    const handleCursor = ({ cursor, over }: uPlot) => over.matches(":hover") && onCursor(cursor.idx);
    const hooks = { ...options.hooks, setCursor: [handleCursor] };
    const made = new uPlot({ ...options, hooks }, dataOf(columns), element);
    made.over.addEventListener("mouseleave", () => onCursor(null));
    watchPresses(made.over, () => onPress(made));
    return made;
  });

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let made = make(element);
    plot.current = made;
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth;
      if (width === made.width) return;
      const isSameShape = width < NARROW_PX === made.width < NARROW_PX;
      if (isSameShape) return made.setSize({ width, height: CHART.height_px });
      made.destroy();
      made = make(element);
      plot.current = made;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
    };
  }, [place]);

  useEffect(() => {
    plot.current?.setData(dataOf(columns));
  }, [columns]);

  return {
    /** Puts the cursor on a point. */
    pointAt(index: number): void {
      const time = columns.times[index];
      if (time === undefined || !plot.current) return;
      const top = plot.current.valToPos(columns.swaps[index] ?? 0, "swaps");
      plot.current.setCursor({ left: plot.current.valToPos(time, "x"), top }, false);
      on.onIndex(index);
    },
  };
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
