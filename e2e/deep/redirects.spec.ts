import * as fc from "fast-check";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

const REDIRECTS = Number(process.env["REDIRECTS"] ?? 60);
const SEED = Number(process.env["REDIRECTS_SEED"] ?? 32);

// oxfmt-ignore
const PIECES = [
  "/", "//", "\\", ".", "..", "%2e", "%2f", "%5c", "\t", "\n", "\r", "\0", " ", "@", ":", "?", "#", ";",
  "elsewhere.example", "https:", "http:", "javascript:", "data:text/html,", "blob:", "login", "stats", "user:x@",
  "127.0.0.1", "[::1]", "\u2028", "\uff0f", "。", "\u202e", "/\\/elsewhere.example", "///elsewhere.example",
];
const piece = fc.constantFrom(...PIECES);
const anyReturn = fc
  .tuple(
    fc.constantFrom("", "/", "/", "/"),
    fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string()), { maxLength: 8 }),
  )
  .map(([start, pieces]) => start + pieces.join(""));

/** How many values the page goes through before it is looked at. */
const BATCH = 100;

/** Runs in the page of a user: opens the login page with each value, and waits until it has led to another page. */
async function openLogins(values: readonly string[]): Promise<{ r: string; origin: string; path: string }[]> {
  const turn = new MessageChannel();
  const opened = [];
  for (const r of values) {
    history.pushState(null, "", `/login?${new URLSearchParams({ r }).toString()}`);
    if (location.pathname !== "/login") throw new Error(`The login page does not open with ${JSON.stringify(r)}`);
    const end = performance.now() + 5_000;
    while (location.pathname === "/login") {
      if (performance.now() > end) throw new Error(`The login page follows ${JSON.stringify(r)} nowhere`);
      await new Promise((resolve) => {
        turn.port1.onmessage = resolve;
        turn.port2.postMessage(null);
      });
    }
    opened.push({ r, origin: location.origin, path: location.pathname });
  }
  // By then a navigation has begun.
  await new Promise(requestAnimationFrame);
  return opened;
}

// @spec 32.3
test(`${REDIRECTS} generated values of r in the address of the login page never lead away from the console (seed ${SEED})`, async ({
  login,
  page,
  system,
}) => {
  // A page that leaves the console would keep the values after it waiting.
  const { promise: left, resolve: leave } = Promise.withResolvers<string>();
  page.on("request", (request) => {
    if (request.isNavigationRequest() && !request.url().startsWith(`${system.url}/`)) leave(request.url());
  });
  page.on("dialog", (dialog) => leave(dialog.message()));
  await page.route(
    (url) => url.origin !== system.url,
    (route) => route.abort(),
  );
  // The pages themselves are not what this is about.
  await login(ADMIN, "/stats");
  await page.route("**/api/{stations,live}**", (route) => route.fulfill({ status: 503, json: {} }));
  const values = fc.sample(anyReturn, { numRuns: REDIRECTS, seed: SEED });
  const paths = new Set<string>();
  for (let first = 0; first < REDIRECTS; first += BATCH) {
    const batch = values.slice(first, first + BATCH);
    const opened = await Promise.race([left, page.evaluate(openLogins, batch)]);
    if (typeof opened === "string") throw new Error(`One of ${JSON.stringify(batch)} led to ${opened}`);
    expect(opened.filter(({ origin }) => origin !== system.url)).toEqual([]);
    for (const { path } of opened) paths.add(path);
  }
  expect(new URL(page.url()).origin).toBe(system.url);
  // Otherwise the login page would follow no value at all.
  expect(paths.size).toBeGreaterThan(1);
  process.stdout.write(`figure: ${REDIRECTS} values led to ${paths.size} paths of the console, and to nothing else\n`);
});
