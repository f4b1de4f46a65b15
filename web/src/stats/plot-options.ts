import { CHART, dayName, shortCount } from "@groundcrew/shared/lib";
import { errorScale, seriesLabels } from "@groundcrew/shared/stats";
import type { StationType } from "@groundcrew/shared/telemetry";
import uPlot from "uplot";
import { clockText, dateText, wholeNumber } from "../lib/index.ts";
import { color } from "../ui/index.ts";
import { swapScale } from "./history.ts";

type PlotOptions = { width: number; height: number; isNarrow: boolean; startS: number | null; type: StationType };

/** Below this width, axis labels are shortened. */
export const NARROW_PX = 560;

/**
 * The options of the history chart (specification, section 9, "Chart"): swaps and errors each have their own scale; the states share one
 * from 0 to 10 and are drawn as lanes between the plot and its time axis.
 */
export function plotOptions({ width, height, isNarrow, startS, type }: PlotOptions): uPlot.Options {
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
        stroke: color("s-errors"),
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

/** Draws door, pad and link as lanes below the plot. */
function drawStates(plot: uPlot, labels: ReturnType<typeof seriesLabels>): void {
  drawLanes(plot, {
    lanes: [
      { label: labels.door, color: color("s-door"), series: 3 },
      { label: labels.pad, color: color("s-pad"), series: 4 },
      { label: labels.online, color: color("s-online"), series: 5 },
    ],
    background: color("sunken"),
    font: FONT,
  });
}

const FONT = '12px "Inter Variable", sans-serif';

/** An axis in the colors of the page, with a label where there is room. */
export function axis(label?: string): uPlot.Axis {
  const line = { stroke: color("line"), width: 1 };
  const labelOptions = label === undefined ? {} : { label, labelFont: FONT, labelSize: 20, labelGap: 2 };
  return { stroke: color("text-3"), font: FONT, grid: line, ticks: { ...line, size: 4 }, ...labelOptions };
}

function line(label: string, scale: "swaps" | "errors"): uPlot.Series {
  const paths = uPlot.paths.stepped?.({ align: 1 });
  return { label, scale, stroke: color(`s-${scale}`), width: 2, points: { show: false }, ...(paths && { paths }) };
}

/** A series that is drawn only as a lane. */
function lane(label: string, scale: "door" | "pad" | "online"): uPlot.Series {
  return { label, scale, stroke: color(`s-${scale}`), paths: () => null, points: { show: false } };
}

/** Ticks between whole numbers have no label, since the values are counts. */
export function whole(count: (value: number) => string): (value: number) => string {
  return (value) => (Number.isInteger(value) ? count(value) : "");
}

const DAY_S = 86_400;

/** The labels of the time axis: days, or times of day when ticks are less than a day apart, with the larger unit below. */
export function timeValues(isNarrow: boolean): uPlot.Axis.DynamicValues {
  return (...[, times, , , stepS]) =>
    times.map((time, index) => {
      const [short, wide] = stepS < DAY_S ? [clockText, monthDay] : [monthDay, yearText];
      const [at, before] = [time * 1_000, times[index - 1]];
      const isNew = before === undefined || wide(before * 1_000) !== wide(at);
      const text = isNarrow && stepS < DAY_S && index % 2 === 1 ? "" : short(at);
      return isNew ? `${text}\n${wide(at)}` : text;
    });
}

const monthDay = (time: number) => dayName(dateText(time));
const yearText = (time: number) => dateText(time).slice(0, "2026".length);

const LANE_PX = 13;
const STEP_PX = 19;
const TOP_PX = 8;

/** Total height of the lanes (CSS px). */
const LANES_PX = TOP_PX + 3 * STEP_PX;

type Lane = { label: string; color: string; series: number };
type Drawing = { lanes: readonly Lane[]; background: string; font: string };

/** Draws states as bars below the plot: colored for 1, grey for 0, nothing when unknown. */
function drawLanes(plot: uPlot, { lanes, background, font }: Drawing): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = font.replace(/\d+(?=px)/, (size) => String(Number(size) * ratio));
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  for (const [row, { label, color, series }] of lanes.entries()) {
    const top = bbox.top + bbox.height + (TOP_PX + row * STEP_PX) * ratio;
    const height = LANE_PX * ratio;
    ctx.fillStyle = color;
    ctx.fillText(label, bbox.left - 8 * ratio, top + height / 2);
    for (const { from, to, reading } of visibleSegments(plot, series)) {
      ctx.fillStyle = reading === 1 ? color : background;
      ctx.fillRect(from, top, Math.max(ratio, to - from), height);
    }
  }
  ctx.restore();
}

type Segment = { from: number; to: number; reading: number };

/** The visible segments (in canvas px) in which a series has one known value. */
function visibleSegments(plot: uPlot, series: number): Segment[] {
  const times = plot.data[0];
  const readings = plot.data[series] ?? [];
  const left = plot.bbox.left;
  const right = left + plot.bbox.width;
  const segments: Segment[] = [];
  let start = 0;
  for (let index = 1; index <= times.length; index++) {
    const reading = readings[start];
    if (index < times.length && readings[index] === reading) continue;
    const from = Math.max(left, plot.valToPos(times[start] ?? 0, "x", true));
    const to = Math.min(right, plot.valToPos(times[Math.min(index, times.length - 1)] ?? 0, "x", true));
    if (reading !== null && reading !== undefined && to >= left && from <= right) segments.push({ from, to, reading });
    start = index;
  }
  return segments;
}
