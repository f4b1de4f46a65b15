import { SECOND_MS } from "@groundcrew/shared/lib";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { shownZone } from "../lib/index.ts";
import { NARROW_PX } from "./plot-options.ts";

type DrawnPlot = {
  data: uPlot.AlignedData;
  makeOptions: (width: number) => uPlot.Options;
  onIndex: (index: number | null) => void;
  /** Called with each chart that is created. */
  onCreated?: (plot: uPlot) => void;
};

/** Draws a chart in an element and keeps it as wide as that. Options are read only on creation, so use a `key` when they change. */
export function useDrawnPlot(
  container: RefObject<HTMLElement | null>,
  { data, makeOptions, onIndex, onCreated }: DrawnPlot,
) {
  const plot = useRef<uPlot>(undefined);
  const onCursor = useEffectEvent(onIndex);
  const create = useEffectEvent((element: HTMLElement) => {
    const options = makeOptions(element.clientWidth);
    // Only the pointer moves the point; otherwise new data would move it to whatever is nearest to the same pixel.
    const handleCursor = ({ cursor, over }: uPlot) => over.matches(":hover") && onCursor(cursor.idx ?? null);
    const zone = shownZone();
    const tzDate = (timeS: number) => uPlot.tzDate(new Date(timeS * SECOND_MS), zone);
    const hooks = { ...options.hooks, setCursor: [handleCursor] };
    const created = new uPlot({ tzDate, ...options, hooks }, data, element);
    created.over.addEventListener("mouseleave", () => onCursor(null));
    onCreated?.(created);
    return created;
  });

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let chart = create(element);
    plot.current = chart;
    const observer = new ResizeObserver(() => {
      const width = element.clientWidth;
      if (width === chart.width) return;
      const isSameLayout = width < NARROW_PX === chart.width < NARROW_PX;
      if (isSameLayout) return chart.setSize({ width, height: chart.height });
      chart.destroy();
      chart = create(element);
      plot.current = chart;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [container]);

  useEffect(() => {
    if (plot.current) updateData(plot.current, data);
  }, [data]);

  return {
    /** Moves the cursor to a point: its index in the data, and the series and scale of its line. */
    pointAt(index: number, series: number, scale: string): void {
      const time = data[0][index];
      if (time === undefined || !plot.current) return;
      const top = plot.current.valToPos(data[series]?.[index] ?? 0, scale);
      plot.current.setCursor({ left: plot.current.valToPos(time, "x"), top }, false);
      onIndex(index);
    },
  };
}

/** Draws newer data. A chart that is zoomed in keeps its section. */
function updateData(chart: uPlot, data: uPlot.AlignedData): void {
  const { min, max, range } = chart.scales.x ?? {};
  const [first = 0, last = 0] = [chart.data[0][0], chart.data[0].at(-1)];
  const [from, to] = typeof range === "function" ? range(chart, first, last, "x") : [first, last];
  const isZoomed = typeof min === "number" && typeof max === "number" && (min !== from || max !== to);
  if (!isZoomed) return chart.setData(data);
  chart.batch(() => {
    chart.setData(data, false);
    chart.setScale("x", { min, max });
  });
}
