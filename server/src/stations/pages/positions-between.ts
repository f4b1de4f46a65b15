/** The positions of the numbers that sorting them puts between `first` and `end`, in that order, equal ones in the order of their positions; none may be NaN. */
export function positionsBetween(numbers: Float64Array, first: number, end: number): number[] {
  const parted = numbers.slice();
  const lowest = nth(parted, first);
  const highest = nth(parted, end - 1);
  const found: number[] = [];
  let smaller = 0;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    if (number < lowest) smaller += 1;
    else if (number <= highest) found.push(at);
  }
  const sorted = found.sort((a, b) => compareNumbers(numbers[a] ?? 0, numbers[b] ?? 0));
  return sorted.slice(first - smaller, end - smaller);
}

/** Infinity less infinity is not a number. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/**
 * The number that sorting puts at a position. Moves smaller ones before it and larger ones after it (Hoare's selection). The pivot is random, since with one
 * in the middle, numbers that rise and then fall would take time that grows with their square.
 */
function nth(numbers: Float64Array, position: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const pivot = numbers[low + Math.floor(Math.random() * (high - low + 1))] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((numbers[left] ?? 0) < pivot) left += 1;
      while ((numbers[right] ?? 0) > pivot) right -= 1;
      if (left > right) break;
      const moved = numbers[left] ?? 0;
      numbers[left] = numbers[right] ?? 0;
      numbers[right] = moved;
      left += 1;
      right -= 1;
    }
    if (position <= right) high = right;
    else if (position >= left) low = left;
    else break;
  }
  return numbers[position] ?? 0;
}
