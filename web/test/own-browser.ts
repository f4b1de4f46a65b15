/*
 * The pages in which test files run at the same time belong to one browser, but stand for different ones: what the tabs of a browser share
 * is shared only within a page.
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
}
