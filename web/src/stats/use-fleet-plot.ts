import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { CHART, shortCount } from "@groundcrew/shared/lib";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { wholeNumber } from "../lib/index.ts";
import type { FleetColumns } from "./fleet-activity.ts";
import { axis, colour, NARROW_PX, timeValues, whole } from "./plot-options.ts";

/** Keeps the chart of a fleet's activity drawn in an element, as wide as that is. A new scheme needs a new key. */
export function useFleetPlot(
  place: RefObject<HTMLElement | null>,
  columns: FleetColumns,
  onIndex: (index: number | null) => void,
) {
  const plot = useRef<uPlot>(undefined);
  const onCursor = useEffectEvent(onIndex);
  const make = useEffectEvent((element: HTMLElement) => {
    // Only what the pointer does moves the point: new data would move it to whatever is nearest to the same pixel.
    const handleCursor = ({ cursor, over }: uPlot) => over.matches(":hover") && onCursor(cursor.idx ?? null);
    const options = { ...optionsOf(element.clientWidth), hooks: { setCursor: [handleCursor] } };
    const made = new uPlot(options, dataOf(columns), element);
    made.over.addEventListener("mouseleave", () => onCursor(null));
    return made;
  });

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let made = make(element);
    plot.current = made;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === made.width) return;
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
      const top = plot.current.valToPos(columns.online[index] ?? 0, "online");
      plot.current.setCursor({ left: plot.current.valToPos(time, "x"), top }, false);
      onIndex(index);
    },
  };
}

function dataOf({ times, activity, online }: FleetColumns): uPlot.AlignedData {
  return [times, activity, online];
}

function optionsOf(width: number): uPlot.Options {
  const isNarrow = width < NARROW_PX;
  const count = (value: number) => (isNarrow ? shortCount(value).replace(".0", "") : wholeNumber(value));
  const fromZero = (_: uPlot, __: number, most: number): uPlot.Range.MinMax => [0, Math.max(1, most * 1.05)];
  const stepped = uPlot.paths.stepped?.({ align: -1 });
  return {
    width,
    height: CHART.height_px,
    legend: { show: false },
    cursor: { points: { size: 7 }, drag: { setScale: true, x: true, y: false } },
    scales: { activity: { range: fromZero }, online: { range: fromZero } },
    axes: [
      { ...axis(), values: timeValues(isNarrow) },
      { ...axis(), scale: "activity", size: isNarrow ? 40 : 56, values: (_, values) => values.map(whole(count)) },
      {
        ...axis(),
        scale: "online",
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum for "right" is there only in types
        side: 1,
        size: isNarrow ? 40 : 56,
        stroke: colour("s-online"),
        grid: { show: false },
        values: (_, values) => values.map(whole(count)),
      },
    ],
    series: [
      {},
      {
        label: "Activity",
        scale: "activity",
        stroke: colour("s-swaps"),
        width: 2,
        points: { show: false },
        ...(stepped && { paths: stepped }),
      },
      { label: "Online", scale: "online", stroke: colour("s-online"), width: 2, dash: [6, 3], points: { show: false } },
    ],
  };
}
