import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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
/** The specification's second narrow layout, which differs only in the name of a button. */
const SPECIFIED = "stations/page-head.module.css: @media (max-width: 19.375em)";
const SPACE =
  /^(?:(?:margin|padding|inset|scroll-margin|scroll-padding)(?:-[\w-]+)?|(?:row-|column-)?gap|top|right|bottom|left):/;

test("every class that a style sheet composes from another one is in that one", () => {
  const composed = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/composes: ([\w-]+) from "([^"]+)"/g)].map(([, name = "", path = ""]) => ({
      file,
      name,
      from: join(ROOT, dirname(file), path),
    })),
  );
  expect(composed.length).toBeGreaterThan(0);
  const missing = composed.filter(({ name, from }) => !readFileSync(from, "utf8").includes(`.${name} {`));
  expect(missing).toEqual([]);
});

test("layouts change at three widths", () => {
  const conditions = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/@(?:media|container)[^{]*/g)].map(([condition]) => `${file}: ${condition.trim()}`),
  );
  const other = conditions.filter((each) =>
    [...each.matchAll(/width[^)]*?([\d.]+\w+)/g)].some(([, width = ""]) => !WIDTHS.has(width)),
  );
  expect(other).toEqual([SPECIFIED]);
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
