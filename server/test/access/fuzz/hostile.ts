import * as fc from "fast-check";

/** Strings that someone might send in place of a text. */
const TEXTS = [
  "",
  " ",
  "\u0000",
  "\r\nset-cookie: a=b",
  "\u202etxet",
  "🦀".repeat(26),
  "ﷺ",
  "İstanbul",
  "null",
  "undefined",
  "NaN",
  "true",
  "-1",
  "0x10",
  "1e3",
  "9007199254740993",
  "99999999999999999999",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "*",
  "%",
  "_",
  "\\",
  "'; drop table stations; --",
  "$1",
  "{{7*7}}",
  "${process.env.HOME}",
  "../../../../etc/passwd",
  "javascript:alert(1)",
  "http://[",
  "https://a.example/\u0007",
  "9999-12-31T23:59:59.999Z",
  "2026-02-30T00:00:00.000Z",
  "2026-13-01",
  "2019-12-31",
  "2020-01-01",
  "a".repeat(51),
  "a".repeat(5_001),
  "a".repeat(70_000),
  "a@b.example",
  `${"a".repeat(250)}@b.example`,
] as const;

const NUMBERS = [0, -0, -1, 1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, 1e308, -1e308, 5e-324] as const;

/** Strings that the database can't store, at least not in every column. */
const UNSTORABLE = ["words\u0000more words", "\ud800 and words", "0000-01-01T00:00:00.000Z", "2147483648"] as const;

/** Text for a body, a URL or a header. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...UNSTORABLE) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
);

const leaf = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false) },
);

/** Any JSON value, sometimes deeply nested, long, with duplicates, or with the name of a built-in property. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 4 }) },
  { weight: 1, arbitrary: leaf.map((one) => Array.from({ length: 1_001 }, () => one)) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.oneof(fc.constantFrom("__proto__", "constructor", "id"), fc.string()), leaf),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map(nested) },
);

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { id: value } : [value];
  return value;
}

/** Ways to corrupt the text of a body. */
export const bodyMutation: fc.Arbitrary<(text: string) => string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((text: string) => text) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<(text: string) => string>(
      (text) => text.slice(0, -1),
      (text) => `\ufeff${text}`,
      (text) => `${text}${text}`,
      (text) => text.replace("{", '{"__proto__":{"can_admin":true},'),
      (text) => text.replace("{", '{"constructor":{"prototype":{"can_admin":true}},'),
      (text) => text.replace(/\{("[^"]*":)/, "{$1null,$1"),
      (text) => text.replace(/\d+/, "1e999"),
      (text) => text.replace(/"([^"]*)"/, String.raw`"\ud800$1"`),
      () => "[".repeat(20_000),
      () => "NaN",
      () => "",
      () => " ".repeat(1_100_000),
    ),
  },
);

/** Ways to corrupt a URL. */
export const urlMutation: fc.Arbitrary<(url: string) => string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((url: string) => url) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<(url: string) => string>(
      (url) => url.replace(/\?(.*)/, "?$1&$1"),
      (url) => `${url}${url.includes("?") ? "&" : "?"}x=%zz&%=%&=`,
      (url) => `${url}${url.includes("?") ? "&" : "?"}__proto__=1&constructor[prototype]=2`,
      (url) => `${url}${url.includes("?") ? "&" : "?"}${"a=1&".repeat(2_000)}`,
      (url) => url.replace(/\/([^/?]+)(\?|$)/, "/%zz$2"),
      (url) => url.replace(/\/([^/?]+)(\?|$)/, "/%00$1$2"),
      (url) => url.replace(/\/([^/?]+)(\?|$)/, "/..%2f..%2f$1$2"),
      (url) => url.replace(/\/([^/?]+)(\?|$)/, "/$1/$2"),
      (url) => url.replace("/api/", "/API/"),
      (url) => url.replace("/api/", "//api/"),
      (url) => url.replace("=", "[]="),
    ),
  },
);

/** Content types of a body, valid or not. */
export const contentType: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "application/json; charset=utf-16",
      "text/plain",
      "application/xml",
      "nonsense",
      "",
      "application/json, text/plain",
    ),
  },
);
