import { expect, test } from "vitest";
import { importRig } from "../../test/import-rig.ts";

const { upload } = await importRig();

test.each([
  ["\n", "\r\n"],
  ["\r\n", "\n"],
  ["\r", "\r\n"],
])("lines end as they please: titles with %j, others with %j", async (first, other) => {
  const { titles, examples, lines } = (await upload("ssot", `a,b${first}1,2${other}3,4${first}`)).json();
  expect({ titles, examples, lines }).toEqual({ titles: ["a", "b"], examples: ["1", "2"], lines: 2 });
});

test.each<[string, string | Uint8Array, number, string]>([
  ["an empty file", "", 422, "This file has no lines below its titles."],
  ["titles alone", "a,b\r\n,,\r\n", 422, "This file has no lines below its titles."],
  ["an open quote", 'a,b\n1,2\n3,"4\n5,6\n', 422, "A cell of line 3 begins with a quote that is never closed."],
  [
    "another encoding",
    new Uint8Array([97, 44, 98, 10, 0xe4, 44, 49, 10]),
    422,
    "This file is neither UTF-8 nor UTF-16. Save it as “CSV UTF-8” and choose it again.",
  ],
  ["too many lines", `a\n${"1\n".repeat(20_001)}`, 422, "This file has more than 20,000 lines. Split it."],
  ["too much", new Uint8Array(10 * 1024 * 1024 + 1), 413, "The file has more than 10 MB."],
])("%s is refused", async (_, file, status, sentence) => {
  const reply = await upload("ssot", file);
  expect(reply.statusCode).toBe(status);
  expect(reply.json().detail).toBe(sentence);
});
