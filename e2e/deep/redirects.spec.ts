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

// @spec 32.3
test(`${REDIRECTS} generated values of r in the address of the login page never lead away from the console (seed ${SEED})`, async ({
  login,
  page,
  system,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && !request.url().startsWith(`${system.url}/`)) elsewhere.push(request.url());
  });
  page.on("dialog", (dialog) => elsewhere.push(dialog.message()));
  await page.route(
    (url) => url.origin !== system.url,
    (route) => route.abort(),
  );
  // The pages themselves are not what this is about.
  await login(ADMIN, "/stats");
  await page.route("**/api/{stations,live}**", (route) => route.fulfill({ status: 503, json: {} }));
  for (const r of fc.sample(anyReturn, { numRuns: REDIRECTS, seed: SEED })) {
    const query = `?${new URLSearchParams({ r }).toString()}`;
    await page.evaluate((address) => history.pushState(null, "", address), `/login${query}`);
    await page.waitForFunction(() => location.pathname !== "/login");
    expect([r, new URL(page.url()).origin]).toEqual([r, system.url]);
  }
  expect(elsewhere).toEqual([]);
});
