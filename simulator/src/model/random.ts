/**
 * A pseudo-random number in [0, 1) that depends only on the keys (integers, truncated to 32 bits) and their order. Keys that differ
 * in one bit give unrelated numbers.
 */
export function randomUnit(...keys: number[]): number {
  return unitOf(hashOf(keys));
}

function hashOf(keys: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const key of keys) hash = withKey(hash, key);
  return hash;
}

function withKey(hash: number, key: number): number {
  const mixed = Math.imul(hash ^ (key | 0), 0x85ebca6b);
  const spread = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return spread ^ (spread >>> 16);
}

function unitOf(hash: number): number {
  return (hash >>> 0) / 2 ** 32;
}

/** A number in [`low`, `high`), by `randomUnit`. */
export function between(low: number, high: number, key: number): number {
  return low + (high - low) * randomUnit(key);
}

/** A seeded sequence of random draws. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** In [`low`, `high`). */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** True in `share` of all cases. */
  chance(share: number): boolean;
  /** One of the items; throws if there are none. */
  pick<T>(items: readonly T[]): T;
};

/** A sequence that depends only on the keys. */
export function randomFrom(...keys: number[]): Random {
  const begin = hashOf(keys);
  let drawn = 0;
  const next = () => unitOf(withKey(begin, ++drawn));
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    chance: (share) => next() < share,
    pick: (items) => pickBy(items, next()),
  };
}

/** The item at a share (in [0, 1)) of the list's length; throws if the list is empty. */
export function pickBy<T>(items: readonly T[], share: number): T {
  const item = items[Math.floor(share * items.length)];
  if (item === undefined) throw new RangeError("The list is empty.");
  return item;
}
