/** Clusters with more stations than this are listed instead of spread out. */
export const SPIDER_MAX = 40;

const ON_CIRCLE = 8;

/** Positions for the markers of a cluster that is spread out, in px from its centre: a circle, or a spiral if there are many. */
export function spiderLegs(count: number): { x: number; y: number }[] {
  return Array.from({ length: count }, (_, at) => {
    const isCircle = count <= ON_CIRCLE;
    const angle = isCircle ? (at / count) * 2 * Math.PI - Math.PI / 2 : Math.sqrt(at + 1) * 2.8;
    const length = isCircle ? 34 + 2 * count : 20 + 19 * Math.sqrt(at + 1);
    return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
  });
}
