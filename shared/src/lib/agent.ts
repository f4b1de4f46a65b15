/** A program that sends requests, as far as its `User-Agent` says. `device` is its name without a version, which changes. */
type Agent = { name: string; device: string; isMobile: boolean };

/** In this order: the text of each browser also names older ones. */
const BROWSERS: readonly [name: string, version: RegExp][] = [
  ["Edge", /\bEdgA?(?:iOS)?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

const MOBILE = /\bMobi|\biPad\b|\bAndroid\b/;

/** Reads a `User-Agent`: `Chrome 142 on Windows`, or the first word of one that is no known browser, such as `curl/8.5.0`. */
export function readAgent(userAgent: string): Agent {
  const isMobile = MOBILE.test(userAgent);
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  for (const [browser, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const on = system === undefined ? "" : ` on ${system}`;
    return { name: `${browser} ${version}${on}`, device: `${browser}${on}`, isMobile };
  }
  // Apps on the home screen of an iPhone do not name their browser.
  const name = system ?? userAgent.split(" ", 1)[0] ?? "";
  return { name, device: name, isMobile };
}
