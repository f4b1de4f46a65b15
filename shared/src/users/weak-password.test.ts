import { expect, test } from "vitest";
import { isWeakPassword } from "./weak-password.ts";

const CONTEXT = ["morgan.reyes@skyline-logistics.example", "Skyline Logistics", "Groundcrew"];

test.each([
  "passwordpassword",
  "Password12345678",
  "P4$$w0rd!P4$$w0rd!",
  "aaaaaaaaaaaaaaaa",
  "abababababababab",
  "xkzqxkzqxkzqxkzq",
  "123456789012345",
  "98765432109876543",
  "qwertyuiopasdfgh",
  "1qaz2wsx3edc4rfv",
  "correct horse battery staple",
  "letmein-letmein-letmein",
  "WelcomeWelcome2026!",
  "iloveyouforever",
  "groundcrew-demo-login",
  "Groundcrew Groundcrew 1",
  "morganreyes2026!",
  "Skyline Logistics 2026",
  "skyline-drones-password",
  "2026-11-21 2026-11-21",
])("%j is weak", (password) => {
  expect(isWeakPassword(password, CONTEXT)).toBe(true);
});

test.each([
  "quiet otters fold maps",
  "Blechtrommel im Nebel",
  "v9Kq!mZr2&TwxPl",
  "seven purple kettles humming",
  "Skyline kettles humming at noon",
  "雪山飛狐與碧血劍和連城訣之天龍",
])("%j is not", (password) => {
  expect(isWeakPassword(password, CONTEXT)).toBe(false);
});
