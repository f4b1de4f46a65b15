import uPlot from "uplot";

const LANE_PX = 13;
const STEP_PX = 19;
const TOP_PX = 8;

/** Height of all lanes together (CSS px). */
export const LANES_PX = TOP_PX + 3 * STEP_PX;

type Lane = { label: string; colour: string; series: number };
type Drawing = { lanes: readonly Lane[]; background: string; font: string };

/** Draws states as bars below the plot: coloured while 1, grey while 0, nothing while unknown. */
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
    for (const { from, to, reading } of stretches(plot, series)) {
      ctx.fillStyle = reading === 1 ? colour : background;
      ctx.fillRect(from, top, Math.max(ratio, to - from), height);
    }
  }
  ctx.restore();
}

type Stretch = { from: number; to: number; reading: number };

/** Stretches (canvas px) over which a series has one known reading, as far as they are in the plot. */
function stretches(plot: uPlot, series: number): Stretch[] {
  const times = plot.data[0];
  const readings = plot.data[series] ?? [];
  const left = plot.bbox.left;
  const right = left + plot.bbox.width;
  const found: Stretch[] = [];
  let began = 0;
  for (let at = 1; at <= times.length; at++) {
    const reading = readings[began];
    if (at < times.length && readings[at] === reading) continue;
    const from = Math.max(left, plot.valToPos(times[began] ?? 0, "x", true));
    const to = Math.min(right, plot.valToPos(times[Math.min(at, times.length - 1)] ?? 0, "x", true));
    if (reading !== null && reading !== undefined && to >= left && from <= right) found.push({ from, to, reading });
    began = at;
  }
  return found;
}
