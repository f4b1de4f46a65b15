// Before everything else, so that a style sheet replaces what these set.
import "@fontsource-variable/inter/index.css";
import "../src/ui/tokens.css";
import "../src/ui/base.css";
import "../src/ui/primitives.css";
/*
 * The pages in which test files run at the same time belong to one browser, but stand for different ones: what the tabs of a browser share
 * is shared only within a page. The time of day is the same at each run.
 */
const DONE = Symbol.for("groundcrew own browser");

if (!Reflect.has(globalThis, DONE)) {
  Reflect.set(globalThis, DONE, true);
  const scope = crypto.randomUUID();
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(`${scope} ${name}`);
    }
  };
  const request = navigator.locks.request.bind(navigator.locks);
  Object.defineProperty(navigator.locks, "request", {
    value: (name: string, ...rest: unknown[]): unknown => Reflect.apply(request, null, [`${scope} ${name}`, ...rest]),
  });

  // It is noon: shortly after midnight, times of the last minutes are of yesterday and displayed with their date.
  const ahead = new Date().setHours(12, 0, 0, 0) - Date.now();
  const now = Date.now.bind(Date);
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now() + ahead] : args, self),
  });
  Date.now = () => now() + ahead;
}
