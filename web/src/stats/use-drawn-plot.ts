import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { CHART } from "@groundcrew/shared/lib";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { NARROW_PX } from "./plot-options.ts";

type DrawnPlot = {
  data: uPlot.AlignedData;
  optionsOf: (width: number) => uPlot.Options;
  onIndex: (index: number | null) => void;
  /** Called with each chart made. */
  onMade?: (plot: uPlot) => void;
};

/** Keeps a chart drawn in an element, as wide as that is. It is made once: what shows other things needs a key. */
export function useDrawnPlot(place: RefObject<HTMLElement | null>, { data, optionsOf, onIndex, onMade }: DrawnPlot) {
  const plot = useRef<uPlot>(undefined);
  const onCursor = useEffectEvent(onIndex);
  const make = useEffectEvent((element: HTMLElement) => {
    const options = optionsOf(element.clientWidth);
    // Only what the pointer does moves the point: new data would move it to whatever is nearest to the same pixel.
    const handleCursor = ({ cursor, over }: uPlot) => over.matches(":hover") && onCursor(cursor.idx ?? null);
    const made = new uPlot({ ...options, hooks: { ...options.hooks, setCursor: [handleCursor] } }, data, element);
    made.over.addEventListener("mouseleave", () => onCursor(null));
    onMade?.(made);
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
    plot.current?.setData(data);
  }, [data]);

  return {
    /** Puts the cursor on a point: its place among the data, and the series and scale whose line it lies on. */
    pointAt(index: number, series: number, scale: string): void {
      const time = data[0][index];
      if (time === undefined || !plot.current) return;
      const top = plot.current.valToPos(data[series]?.[index] ?? 0, scale);
      plot.current.setCursor({ left: plot.current.valToPos(time, "x"), top }, false);
      onIndex(index);
    },
  };
}
