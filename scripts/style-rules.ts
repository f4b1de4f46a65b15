/** A rule of a style sheet: where it stands, its selectors and its declarations. */
export type StyleRule = { file: string; condition: string; selector: string; declarations: string[] };

/** The rules of a style sheet, with those inside of `@media` and the like. Steps of animations are not rules. */
export function styleRules(file: string, text: string, condition = ""): StyleRule[] {
  const found: StyleRule[] = [];
  let rest = condition === "" ? text.replaceAll(/\/\*[^]*?\*\//g, "") : text;
  for (let open = rest.indexOf("{"); open >= 0; open = rest.indexOf("{")) {
    const selector = rest.slice(0, open).replaceAll(/\s+/g, " ").trim();
    const close = closingBrace(rest, open);
    const body = rest.slice(open + 1, close);
    if (selector.startsWith("@") && body.includes("{")) {
      if (!selector.startsWith("@keyframes")) found.push(...styleRules(file, body, selector));
    } else {
      found.push({ file, condition, selector, declarations: declarationsOf(body) });
    }
    rest = rest.slice(close + 1);
  }
  return found;
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  throw new Error(`A brace is not closed: ${text.slice(open, open + 80)}`);
}

function declarationsOf(body: string): string[] {
  return body
    .split(";")
    .map((each) => each.replaceAll(/\s+/g, " ").trim())
    .filter((each) => each !== "");
}
