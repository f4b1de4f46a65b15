/** Fewer numbers than this are sorted by comparing them. */
const FEW = 1_000;
const DIGIT = 2 ** 16;
const DIGITS = 4;

/**
 * The positions of numbers from the smallest to the largest, equal ones in their order; none may be NaN. Sorting many by the digits of their bits takes
 * half of the time of comparing them, which says nothing about their positions. Iterators would make it five times slower.
 */
export function positionsInOrder(numbers: Float64Array): Uint32Array {
  const { length } = numbers;
  const positions = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) positions[at] = at;
  if (length < FEW) {
    // Infinity less infinity is not a number.
    return positions.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0) || a - b);
  }
  const digits = digitsOf(numbers);
  let [from, to] = [positions, new Uint32Array(length)];
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const starts = startsOf(digits, digit);
    if (starts === null) continue;
    for (let at = 0; at < length; at += 1) {
      const position = from[at] ?? 0;
      const value = digits[position * DIGITS + digit] ?? 0;
      const place = starts[value] ?? 0;
      to[place] = position;
      starts[value] = place + 1;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** The digits of each number, the lowest first, so that numbers are in the order of their digits. */
function digitsOf(numbers: Float64Array): Uint16Array {
  const words = new Uint32Array(Float64Array.from(numbers).buffer);
  for (let at = 0; at < words.length; at += 2) {
    const [low, high] = [words[at] ?? 0, words[at + 1] ?? 0];
    const isNegative = high >>> 31 === 1;
    const isNegativeZero = low === 0 && high === 0x8000_0000;
    words[at] = isNegative && !isNegativeZero ? ~low : low;
    words[at + 1] = isNegative && !isNegativeZero ? ~high : high | 0x8000_0000;
  }
  return new Uint16Array(words.buffer);
}

/** Where numbers with each value of a digit begin in the order of it; null if all have the same value. */
function startsOf(digits: Uint16Array, digit: number): Uint32Array | null {
  const starts = new Uint32Array(DIGIT);
  for (let at = digit; at < digits.length; at += DIGITS) {
    const value = digits[at] ?? 0;
    starts[value] = (starts[value] ?? 0) + 1;
  }
  if (starts[digits[digit] ?? 0] === digits.length / DIGITS) return null;
  let next = 0;
  for (let value = 0; value < DIGIT; value += 1) {
    const count = starts[value] ?? 0;
    starts[value] = next;
    next += count;
  }
  return starts;
}
