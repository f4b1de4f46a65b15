import uPlot from "uplot";

const LANE_PX = 13;
const STEP_PX = 19;
const TOP_PX = 8;

/** Total height of the lanes (CSS px). */
export const LANES_PX = TOP_PX + 3 * STEP_PX;

type Lane = { label: string; colour: string; series: number };
type Drawing = { lanes: readonly Lane[]; background: string; font: string };

/** Draws states as bars below the plot: colored for 1, grey for 0, nothing when unknown. */
export function drawLanes(plot: uPlot, { lanes, background, font }: Drawing): void {
  const { ctx, bbox } = plot;
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = font.replace(/\d+(?=px)/, (size) => String(Number(size) * ratio));
  ctx.textBaseline = "middle";
  ctx.textAlign = "right";
  for (const [row, { label, colour, series }] of lanes.entries()) {
    const top = bbox.top + bbox.height + (TOP_PX + row * STEP_PX) * ratio;
    const height = LANE_PX * ratio;
    ctx.fillStyle = colour;
    ctx.fillText(label, bbox.left - 8 * ratio, top + height / 2);
    for (const { from, to, reading } of segmentsOf(plot, series)) {
      ctx.fillStyle = reading === 1 ? colour : background;
      ctx.fillRect(from, top, Math.max(ratio, to - from), height);
    }
  }
  ctx.restore();
}

type Segment = { from: number; to: number; reading: number };

/** The visible segments (in canvas px) in which a series has one known value. */
function segmentsOf(plot: uPlot, series: number): Segment[] {
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
