/** A place in the page that had the focus: the element, what was around it from the inside out, and the page's path. */
export type FocusOrigin = { path: readonly Element[]; pathname: string };

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";
/** Beyond these lies another part of the window. */
const BOUNDARY = '[aria-modal="true"], main';

/** The place of an element that has the focus. */
export function focusOriginOf(element: Element | null): FocusOrigin {
  const path: Element[] = [];
  for (let at = element; at && at !== document.body; at = at.parentElement) path.push(at);
  return { path, pathname: location.pathname };
}

/** Whether a place was in a dialog that has closed, which gives the focus back by itself. */
export function isInClosedDialog({ path }: FocusOrigin): boolean {
  return path.some((part) => part.matches("dialog") && !part.isConnected);
}

/**
 * Focuses an element that had the focus before or, if it is gone or disabled, the nearest part of the page around it, so that the
 * focus never falls to the body. On another page than it was on there is nothing near it.
 */
export function focusNear({ path, pathname }: FocusOrigin): void {
  if (path[0] === undefined || (!path[0].isConnected && location.pathname !== pathname)) return;
  for (const part of path) {
    if (part.isConnected && focusPart(part)) return;
    if (part.matches(BOUNDARY)) break;
  }
  const above = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.querySelector("main");
  if (above) focusPart(above);
}

/** Focuses a part of the page itself if it can have the focus, otherwise the first of its controls in view, or any. */
function focusPart(part: Element): boolean {
  const controls = [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.tabIndex >= 0 && canHaveFocus(control),
  );
  const target = part.matches(CONTROLS) && canHaveFocus(part) ? part : (controls.find(isInWindow) ?? controls[0]);
  if (!(target instanceof HTMLElement)) return false;
  target.focus({ preventScroll: true });
  return document.activeElement === target;
}

function canHaveFocus(element: Element): boolean {
  return !element.matches(":disabled") && element.checkVisibility();
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
