import { CHART, shortCount } from "@groundcrew/shared/lib";
import { errorScale, seriesLabels } from "@groundcrew/shared/stats";
import type { StationType } from "@groundcrew/shared/telemetry";
import uPlot from "uplot";
import { wholeNumber } from "../lib/index.ts";
import { swapScale } from "./history.ts";
import { drawLanes, LANES_PX } from "./draw-lanes.ts";

type PlotOf = { width: number; height: number; isNarrow: boolean; startS: number | null; type: StationType };

/** Below this width the axes are cut short. */
export const NARROW_PX = 560;

/** Colours of the chart in the scheme the page shows now. */
export function colour(token: string): string {
  return getComputedStyle(document.body).getPropertyValue(`--gc-${token}`).trim();
}

/**
 * How the chart looks (specification, section 9, "Chart"): swaps and errors each on a scale of their own, the states on
 * one from 0 to 10, drawn as lanes between the plot and its time axis.
 */
export function plotOptions({ width, height, isNarrow, startS, type }: PlotOf): uPlot.Options {
  const labels = seriesLabels(type);
  const { min, max } = CHART.state_scale;
  const states = { range: (): uPlot.Range.MinMax => [min, max] };
  const count = (value: number) => (isNarrow ? shortCount(value).replace(".0", "") : wholeNumber(value));
  return {
    width,
    height,
    legend: { show: false },
    cursor: { points: { size: (_, series) => (series < 3 ? 7 : 0) }, drag: { setScale: true, x: true, y: false } },
    scales: {
      x: {
        range: (_, from, to): uPlot.Range.MinMax => [Math.max(startS ?? from, from), to],
      },
      swaps: { range: (_, from, to): uPlot.Range.MinMax => swapScale(from, to) },
      errors: { range: (plot): uPlot.Range.MinMax => errorScale(plot.data[2]?.at(-1) ?? 0) },
      door: states,
      pad: states,
      online: states,
    },
    axes: [
      { ...axis(), size: LANES_PX + 52, gap: LANES_PX + 8, ticks: { show: false }, values: timeValues(isNarrow) },
      {
        ...axis(isNarrow ? undefined : labels.swaps),
        scale: "swaps",
        size: isNarrow ? 48 : 60,
        values: (_, values) => values.map(whole(count)),
      },
      {
        ...axis(isNarrow ? undefined : labels.errors),
        scale: "errors",
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum for "right" is there only in types
        side: 1,
        size: isNarrow ? 40 : 52,
        stroke: colour("s-errors"),
        grid: { show: false },
        values: (_, values) => values.map(whole(count)),
      },
    ],
    series: [
      {},
      line(labels.swaps, "swaps"),
      { ...line(labels.errors, "errors"), dash: [6, 3] },
      lane(labels.door, "door"),
      lane(labels.pad, "pad"),
      lane(labels.online, "online"),
    ],
    hooks: { draw: [(plot) => drawStates(plot, labels)] },
  };
}

/** Door, pad and link as lanes below the plot. */
function drawStates(plot: uPlot, labels: ReturnType<typeof seriesLabels>): void {
  drawLanes(plot, {
    lanes: [
      { label: labels.door, colour: colour("s-door"), series: 3 },
      { label: labels.pad, colour: colour("s-pad"), series: 4 },
      { label: labels.online, colour: colour("s-online"), series: 5 },
    ],
    background: colour("sunken"),
    font: FONT,
  });
}

const FONT = '12px "Inter Variable", sans-serif';

/** An axis in the colours of the page, with a name where there is room for it. */
export function axis(label?: string): uPlot.Axis {
  const line = { stroke: colour("line"), width: 1 };
  const named = label === undefined ? {} : { label, labelFont: FONT, labelSize: 20, labelGap: 2 };
  return { stroke: colour("text-3"), font: FONT, grid: line, ticks: { ...line, size: 4 }, ...named };
}

function line(label: string, scale: "swaps" | "errors"): uPlot.Series {
  const paths = uPlot.paths.stepped?.({ align: 1 });
  return { label, scale, stroke: colour(`s-${scale}`), width: 2, points: { show: false }, ...(paths && { paths }) };
}

/** A series that only the lanes draw. */
function lane(label: string, scale: "door" | "pad" | "online"): uPlot.Series {
  return { label, scale, stroke: colour(`s-${scale}`), paths: () => null, points: { show: false } };
}

/** Marks between whole numbers have no label: nothing is swapped half. */
export function whole(count: (value: number) => string): (value: number) => string {
  return (value) => (Number.isInteger(value) ? count(value) : "");
}

const DAY_S = 86_400;
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric" });
const year = new Intl.DateTimeFormat("en", { year: "numeric" });
const clock = new Intl.DateTimeFormat("sv-SE", { timeStyle: "short" });

/** Marks of the time axis: days, or times of day where there is more than one a day, with the wider unit below. */
export function timeValues(isNarrow: boolean): uPlot.Axis.DynamicValues {
  return (...[, times, , , stepS]) =>
    times.map((time, index) => {
      const date = new Date(time * 1_000);
      const before = index === 0 ? null : new Date((times[index - 1] ?? 0) * 1_000);
      const [fine, wide] = stepS < DAY_S ? [clock, day] : [day, year];
      const isNew = before === null || wide.format(before) !== wide.format(date);
      const text = isNarrow && stepS < DAY_S && index % 2 === 1 ? "" : fine.format(date);
      return isNew ? `${text}\n${wide.format(date)}` : text;
    });
}
