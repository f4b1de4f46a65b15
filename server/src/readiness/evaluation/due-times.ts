/** Times (ms) at which stations are due. Each has at most one time; one that moves into the future costs nothing until it comes. */
export class DueTimes {
  readonly #due = new Map<string, number>();
  /** The time of each station's valid item in the heap. */
  readonly #queued = new Map<string, number>();
  /** A binary heap, earliest first. */
  readonly #heap: { at: number; name: string }[] = [];

  /** Sets when a station is due, null for never. */
  set(name: string, at: number | null): void {
    if (at === null) return void this.#due.delete(name);
    this.#due.set(name, at);
    const queued = this.#queued.get(name);
    if (queued === undefined || at < queued) this.#push(name, at);
  }

  /** When the next station may be due; null for never. */
  next(): number | null {
    return this.#heap[0]?.at ?? null;
  }

  /** Takes the stations that are due at `now`. */
  take(now: number): string[] {
    const names: string[] = [];
    for (let first = this.#heap[0]; first !== undefined && first.at <= now; first = this.#heap[0]) {
      this.#pop();
      const { at, name } = first;
      if (this.#queued.get(name) !== at) continue;
      this.#queued.delete(name);
      const due = this.#due.get(name);
      if (due === undefined) continue;
      if (due > now) this.#push(name, due);
      else {
        this.#due.delete(name);
        names.push(name);
      }
    }
    return names;
  }

  #push(name: string, at: number): void {
    this.#queued.set(name, at);
    const heap = this.#heap;
    let index = heap.length;
    heap.push({ at, name });
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfEarlier(index, parent)) return;
      index = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const child = (heap[left + 1]?.at ?? Infinity) < (heap[left]?.at ?? Infinity) ? left + 1 : left;
      if (!this.#swapIfEarlier(child, index)) return;
      index = child;
    }
  }

  /** Swaps an item with the one above it if it is earlier. */
  #swapIfEarlier(index: number, above: number): boolean {
    const [item, other] = [this.#heap[index], this.#heap[above]];
    if (item === undefined || other === undefined || item.at >= other.at) return false;
    this.#heap[index] = other;
    this.#heap[above] = item;
    return true;
  }
}
