/** A press moves less than this; more is a drag (px). */
const DRAG_PX = 4;
/** Time in which a second press makes it a double one. */
const DOUBLE_MS = 250;

/** Calls `onPress` for presses of an element that neither end a drag nor are one of two quick ones. */
export function watchPresses(element: HTMLElement, onPress: () => void): void {
  let down = { x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  element.addEventListener("mousedown", ({ clientX: x, clientY: y }) => {
    down = { x, y };
  });
  element.addEventListener("click", ({ clientX, clientY, detail }) => {
    clearTimeout(timer);
    const isDrag = Math.hypot(clientX - down.x, clientY - down.y) > DRAG_PX;
    if (!isDrag && detail <= 1) timer = setTimeout(onPress, DOUBLE_MS);
  });
}
