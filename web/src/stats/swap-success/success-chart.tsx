import { useMemo, useRef, useState, type KeyboardEvent } from "react";
import { DAY_MS, SECOND_MS, wholeNumber } from "@groundcrew/shared/lib";
import { likelyText, type SwapSuccess } from "@groundcrew/shared/swap-attempts";
import uPlot from "uplot";
import { classes, color } from "../../ui/index.ts";
import { axis, NARROW_PX, whole } from "../plot-options.ts";
import shared from "../stats.module.css";
import { useDrawnPlot } from "../use-drawn-plot.ts";
import {
  axisStart,
  firmwareMarks,
  markText,
  pointSentence,
  pointTexts,
  SPAN_MS,
  spanNames,
  successColumns,
  type FirmwareMark,
  type SuccessColumns,
} from "./success-columns.ts";
import { dayOf } from "./swap-success-view.ts";
import styles from "../reports.module.css";

const RATES_PX = 280;
const FAILED_PX = 104;

type Series = Pick<SwapSuccess, "from" | "to" | "span" | "series">;

/**
 * Success rates with their likely ranges, and failures below them. A slider over the points, visible only when focused, makes them accessible to
 * the keyboard and screen readers. Pressing a point chooses its day.
 */
export function SuccessChart({ success, onDay }: { success: SwapSuccess; onDay: (day: string) => void }) {
  const marks = firmwareMarks(success);
  const [rates, failed] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const [index, setIndex] = useState<number | null>(null);
  // Memoized, because the chart is redrawn when its columns change.
  const columns = useMemo(() => successColumns(success), [success]);
  const start = axisStart(columns);
  const last = columns.times.length - 1;
  const current = Math.min(index ?? last, last);
  const choose = (at: number | null | undefined) => {
    const time = columns.times[at ?? -1];
    if (time !== undefined) onDay(dayOf(time * SECOND_MS));
  };
  const options = { series: success, start, onIndex: setIndex, onCreated: (plot: uPlot) => watchPresses(plot, choose) };
  const plot = useDrawnPlot(rates, {
    ...options,
    data: useMemo((): uPlot.AlignedData => ratesOf(columns), [columns]),
    makeOptions: (width) => rateOptions(width, { span: success.span, start, marks }),
  });
  useDrawnPlot(failed, {
    ...options,
    data: useMemo((): uPlot.AlignedData => [columns.times, columns.failed], [columns]),
    makeOptions: (width) => failedOptions(width, success.span),
  });

  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    choose(current);
  }

  return (
    <div className={`relative ${shared.chart}`}>
      <input
        type="range"
        className={`absolute clip m-0 ${shared.slider}`}
        aria-label={`Success rate. ${likelyText(success)}`}
        aria-valuetext={pointSentence(columns, success.span, current)}
        min={0}
        max={last}
        value={current}
        onChange={({ target }) => plot.pointAt(target.valueAsNumber, 3, "y")}
        onKeyDown={handleKey}
      />
      <div ref={rates} className={`pointer ${shared.plot} ${styles.rates}`} aria-hidden />
      <div ref={failed} className={`pointer ${shared.plot} ${styles.failures}`} aria-hidden />
      <ul className="visually-hidden">
        {marks.map((mark) => (
          <li key={mark.firmware}>{`${markText(mark)} since ${dayOf(mark.time * SECOND_MS)}`}</li>
        ))}
      </ul>
      <Legend columns={columns} span={success.span} index={current} />
    </div>
  );
}

function Legend({ columns, span, index }: { columns: SuccessColumns; span: Series["span"]; index: number }) {
  const texts = pointTexts(columns, span, index);
  const items = [
    { label: spanNames[span], text: texts.time, marker: null },
    { label: "Success rate", text: texts.rate, marker: classes(shared.marker, shared.swaps) },
    { label: "likely", text: texts.likely, marker: classes(shared.marker, styles.band) },
    { label: "Attempts", text: texts.attempts, marker: null },
    { label: "Failed", text: texts.failed, marker: classes(shared.marker, styles.failed) },
  ];
  return (
    <dl className={`flex wrap size-small ${shared.legend}`}>
      {items.map(({ label, text, marker }) => (
        <div key={label} className="row gap-1h">
          <dt>
            {marker !== null && <span className={marker} aria-hidden />}
            {label}:
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function watchPresses(plot: uPlot, onPress: (index: number | null | undefined) => void): void {
  plot.over.addEventListener("click", () => onPress(plot.cursor.idx));
}

function ratesOf({ times, from, to, rates, fewRates }: SuccessColumns): uPlot.AlignedData {
  return [times, from, to, rates, fewRates];
}

const SYNC = "swap-success";

function baseOptions(width: number, span: Series["span"]) {
  const halfS = SPAN_MS[span] / 2 / SECOND_MS;
  return {
    width,
    legend: { show: false },
    cursor: { sync: { key: SYNC }, y: false, drag: { x: false, y: false } },
    x: { range: (_: uPlot, from: number, to: number): uPlot.Range.MinMax => [from - halfS, to + halfS] },
    utc: (time: number) => uPlot.tzDate(new Date(time * SECOND_MS), "UTC"),
  };
}

/** Distances of labels that are days (s). */
const DAYS = [1, 2, 3, 5, 7, 10, 15, 30, 60].map((days) => (days * DAY_MS) / SECOND_MS);

type RateOptions = { span: Series["span"]; start: number; marks: readonly FirmwareMark[] };

function rateOptions(width: number, { span, start, marks }: RateOptions): uPlot.Options {
  const { x, utc, ...base } = baseOptions(width, span);
  const stroke = color("s-swaps");
  const hidden = { stroke: "transparent", points: { show: false } };
  const point = { show: true, size: width < NARROW_PX ? 4 : 6, width: 2, stroke };
  return {
    ...base,
    height: RATES_PX,
    tzDate: utc,
    padding: [8, 20, 0, 0],
    scales: { x, y: { range: [start, 100] } },
    hooks: { draw: [(plot) => drawMarks(plot, marks, SPAN_MS[span] / SECOND_MS)] },
    bands: [{ series: [2, 1], fill: `color-mix(in srgb, ${stroke} 26%, transparent)` }],
    axes: [
      {
        ...axis(),
        size: 28,
        ...(span !== "hour" && { incrs: DAYS }),
        values: (_, times) => times.map((time) => timeLabel(time, span)),
      },
      { ...axis(), size: 48, incrs: [1, 2, 5, 10, 20], values: (_, values) => values.map((value) => `${value}%`) },
    ],
    series: [
      {},
      hidden,
      hidden,
      { stroke, width: 2, points: { ...point, fill: color("surface") } },
      { stroke, paths: () => null, points: { ...point, fill: "transparent" } },
    ],
  };
}

/** Draws a dashed line with a text before the first span of each version of firmware. Texts are below each other, so that none covers another. */
function drawMarks(plot: uPlot, marks: readonly FirmwareMark[], spanS: number): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.strokeStyle = color("text-3");
  ctx.fillStyle = color("text-2");
  ctx.font = `${12 * ratio}px "Inter Variable", sans-serif`;
  ctx.textBaseline = "top";
  ctx.lineWidth = ratio;
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  for (const [nth, mark] of marks.entries()) {
    const x = Math.round(Math.max(bbox.left, plot.valToPos(mark.time - spanS / 2, "x", true)));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const isRight = x + ctx.measureText(markText(mark)).width > bbox.left + bbox.width;
    ctx.textAlign = isRight ? "right" : "left";
    ctx.fillText(markText(mark), x + (isRight ? -6 : 6) * ratio, bbox.top + (4 + nth * 16) * ratio);
  }
  ctx.restore();
}

function failedOptions(width: number, span: Series["span"]): uPlot.Options {
  const { x, utc, ...base } = baseOptions(width, span);
  const fill = color("s-errors");
  const paths = uPlot.paths.bars?.({ size: [0.62, 28] });
  return {
    ...base,
    height: FAILED_PX,
    tzDate: utc,
    padding: [10, 20, 8, 0],
    scales: { x, y: { range: (_, __, max): uPlot.Range.MinMax => [0, Math.max(1, max * 1.05)] } },
    axes: [{ show: false }, { ...axis(), size: 48, values: (_, values) => values.map(whole(wholeNumber)) }],
    series: [{}, { fill, stroke: fill, width: 0, points: { show: false }, ...(paths && { paths }) }],
  };
}

/** A time of day, or a day, in UTC. */
function timeLabel(time: number, span: Series["span"]): string {
  const date = new Date(time * SECOND_MS);
  return span === "hour" ? date.toISOString().slice(11, 16) : `${date.getUTCMonth() + 1}/${date.getUTCDate()}`;
}
