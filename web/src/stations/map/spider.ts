/** Most stations that are spread out around their place; more are listed. */
export const SPIDER_MAX = 40;

const ON_CIRCLE = 8;

/** Where the markers of a cluster go that are spread out, in px from its middle: a circle, for more a spiral. */
export function spiderLegs(count: number): { x: number; y: number }[] {
  return Array.from({ length: count }, (_, at) => {
    const isCircle = count <= ON_CIRCLE;
    const angle = isCircle ? (at / count) * 2 * Math.PI - Math.PI / 2 : Math.sqrt(at + 1) * 2.8;
    const length = isCircle ? 34 + 2 * count : 20 + 19 * Math.sqrt(at + 1);
    return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
  });
}
