import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { randomFrom } from "@groundcrew/simulator/model";
import { expect, test } from "vitest";
import { isWeakPassword } from "./password.ts";

const CONTEXT = ["morgan.reyes@skyline-logistics.example", "Skyline Logistics", "Groundcrew"];
const COMMON = brotliDecompressSync(readFileSync(new URL("common-passwords.txt.br", import.meta.url)))
  .toString()
  .split("\n");

test.each([
  ["common", ["passwordpassword", "iloveyouforever", "1qaz2wsx3edc4rfv", "mypasswordispassword", "p4$$w0rd!P4$$w0rd!"]],
  ["common, with digits", ["Password12345678", "sunshine12345678", "liverpool1234567890", "WelcomeWelcome2026!"]],
  ["of the account", ["morganreyes2026!", "Skyline Logistics 2026", "skyline-drones-password", "skylinelogistics1"]],
  ["of the product", ["groundcrew-demo-login", "Groundcrew Groundcrew 1", "drone.station.fleet"]],
  ["repeated", ["aaaaaaaaaaaaaaaa", "abababababababab", "xkzqxkzqxkzqxkzq", "letmein-letmein-letmein"]],
  ["in order", ["123456789012345", "98765432109876543", "qwertyuiopasdfgh", "one two three four five six"]],
  ["dates", ["2026-11-21 2026-11-21", "January-02-2026-x"]],
  ["a well-known passphrase", ["correct horse battery staple", "CorrectHorseBatteryStaple"]],
])("what is %s is weak", async (_, passwords) => {
  const weak = await Promise.all(passwords.map((password) => isWeakPassword(password, CONTEXT)));
  expect(passwords.filter((__, at) => !weak[at])).toEqual([]);
});

test.each([
  "quiet otters fold maps",
  "seven purple kettles humming",
  "my dog likes the cat",
  "Blechtrommel im Nebel",
  "Skyline kettles humming at noon",
  "v9Kq!mZr2&TwxPl",
  "a3f9c2e8b1d47065",
  "4902 8817 3356 7021",
  "雪山飛狐與碧血劍和連城訣之天龍",
  "the long way round the harbor goes past four cranes, a closed bakery and the old swimming baths on Mill Street",
])("%j is not weak", async (password) => {
  expect(await isWeakPassword(password, CONTEXT)).toBe(false);
});

test("separators make a password harder to guess only when there are several kinds of them", async () => {
  expect(await isWeakPassword("station-window-kettle", [])).toBe(true);
  expect(await isWeakPassword("station.window-kettle", [])).toBe(false);
});

test("a word of three letters from the account counts, and a shorter one does not", async () => {
  const password = "xqj5xqj8xqj";
  expect(await isWeakPassword(password, ["Xqj Air"])).toBe(true);
  expect(await isWeakPassword(password, ["Xq Air"])).toBe(false);
});

test("random passwords of 14 to 20 printable characters are not weak", async () => {
  const random = randomFrom(16);
  const printable = () => String.fromCharCode(random.whole(33, 126));
  const passwords = Array.from({ length: 60 }, (_, at) => Array.from({ length: 14 + (at % 7) }, printable).join(""));
  const weak = await Promise.all(passwords.map((password) => isWeakPassword(password, CONTEXT)));
  expect(passwords.filter((_, at) => weak[at])).toEqual([]);
});

test("the 100,000 most common passwords are weak, also those of 15 characters and more", async () => {
  expect(new Set(COMMON).size).toBe(100_000);
  expect(COMMON.slice(0, 3)).toEqual(["123456", "password", "12345678"]);
  const sample = [...COMMON.filter((_, at) => at % 1_000 === 0), ...COMMON.filter(({ length }) => length >= 15)];
  const weak = await Promise.all(sample.map((password) => isWeakPassword(password, [])));
  expect(sample.filter((_, at) => !weak[at])).toEqual([]);
});
