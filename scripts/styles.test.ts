import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { styleRules } from "./style-rules.ts";

const ROOT = fileURLToPath(new URL("../web/src", import.meta.url));
const sheets = globSync("**/*.css", { cwd: ROOT }).map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), "utf8"),
}));
const rules = sheets.flatMap(({ file, text }) => styleRules(file, text));

/** The widths at which layouts change, and the next larger ones; they are those of 1180, 640 and 400 px. */
const WIDTHS = new Set(["73.75em", "73.8125em", "40em", "40.0625em", "25em", "25.0625em"]);
/** Each with its reason: */
const OTHER_WIDTHS = [
  // A station takes three lines at 640 px, as in the design, which are five where its status and its counters do not fit side by side.
  "stations/list/station-row.module.css: @media (max-width: 37.5em)",
  // Below 980 px, the reason why a station is not ready does not fit beside its name.
  "stations/list/station-row.module.css: @media (max-width: 61.25em)",
  // Above it, rows may have one line.
  "stations/list/station-row.module.css: @media (min-width: 61.3125em)",
  // The specification's second narrow layout, which differs only in the name of a button.
  "stations/list/stations-page.module.css: @media (max-width: 19.375em)",
  "stations/list/stations-page.module.css: @media (max-width: 37.5em)",
  // The row of above.
  "stations/list/stations-page.module.css: @media (max-width: 61.25em)",
  "stations/list/stations-page.module.css: @media (min-width: 61.3125em)",
  // A station's log has a form beside it where both fit: in its page and its dialog, not in a row of the list.
  "support-log/station-log.module.css: @container (min-width: 820px)",
];
const SPACE =
  /^(?:(?:margin|padding|inset|scroll-margin|scroll-padding)(?:-[\w-]+)?|(?:row-|column-)?gap|top|right|bottom|left):/;

test("every class that is named is one of the primitives, and every primitive is used", () => {
  const primitives = new Set(
    rules
      .filter(({ file, selector }) => !file.endsWith(".module.css") || selector.startsWith(":global"))
      .flatMap(({ selector }) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = ""]) => name)),
  );
  const named = globSync("**/*.{ts,tsx}", { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/class(?:Name=|es\()\{?\s*["`]([^"`]*)["`]/gi)]
        .flatMap(([, names = ""]) => names.replaceAll(/\$\{[^}]*\}?/g, "").split(/\s+/))
        .filter((name) => name !== "")
        .map((name) => ({ file, name })),
    );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ name }) => !primitives.has(name))).toEqual([]);
  const texts = globSync("**/*.{tsx,css}", { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), "utf8"));
  const isUsed = (name: string) => texts.some((text) => new RegExp(`["\`\\s]${name}["\`\\s]`).test(text));
  expect([...primitives].filter((name) => !isUsed(name))).toEqual([]);
});

test("layouts change at three widths", () => {
  const conditions = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/@(?:media|container)[^{]*/g)].map(([condition]) => `${file}: ${condition.trim()}`),
  );
  const other = conditions.filter((each) =>
    [...each.matchAll(/width[^)]*?([\d.]+\w+)/g)].some(([, width = ""]) => !WIDTHS.has(width)),
  );
  expect(other.toSorted()).toEqual(OTHER_WIDTHS);
});

test("space is a token, unless it is a line of one pixel or an offset beyond the tokens", () => {
  const raw = rules.flatMap(({ file, selector, declarations }) =>
    declarations
      .filter((each) => SPACE.test(each))
      .filter((each) => [...each.matchAll(/([\d.]+)px/g)].some(([, px]) => Number(px) > 1 && Number(px) <= 32))
      .map((each) => `${file} ${selector}: ${each}`),
  );
  expect(raw).toEqual([]);
});

/** Two states of different things may look the same in a few declarations, which no class could share. */
const mayRepeat = (selector: string) => (/[:[]/.test(selector) ? 4 : 2);

test("no two rules of the same condition have the same declarations, if these are more than a few", () => {
  const bodies = Map.groupBy(
    rules.filter(({ selector, declarations }) => declarations.length > mayRepeat(selector)),
    ({ condition, declarations }) => `${condition} { ${declarations.toSorted().join("; ")} }`,
  );
  const repeated = [...bodies]
    .filter(([, same]) => same.length > 1)
    .map(([body, same]) => ({ body, places: same.map(({ file, selector }) => `${file} ${selector}`) }));
  expect(repeated).toEqual([]);
});
