/** Movement (px) from which a press counts as a drag. */
const DRAG_PX = 4;
/** Time within which a second press makes a double-click. */
const DOUBLE_MS = 250;

/** Calls `onPress` for presses on an element that are neither a drag nor part of a double-click. */
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
