/** A program that sends requests, as far as its `User-Agent` says. */
export type Agent = { name: string; isMobile: boolean };

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
  for (const [browser, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version === undefined) continue;
    const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
    return { name: system === undefined ? `${browser} ${version}` : `${browser} ${version} on ${system}`, isMobile };
  }
  return { name: userAgent.split(" ", 1)[0] ?? "", isMobile };
}
