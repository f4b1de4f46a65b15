import { expect, test } from "vitest";
import { misspelled } from "./misspelled.ts";
import { settings } from "./documented.ts";

test.each([
  ["ORIGN", "ORIGIN"],
  ["ROIGIN", "ORIGIN"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["STATION", "STATIONS"],
  ["ADMIN_PASWORD_FIEL", "ADMIN_PASSWORD_FILE"],
  ["TRUSTED_PROXY", "TRUST_PROXY"],
])("%s is reported as a misspelling of %s", (name, meant) => {
  expect(misspelled({ [name]: "x" })).toEqual([`${name} is not a setting and is ignored. Did you mean ${meant}?`]);
});

test("an unknown name with our prefix is reported, even if it resembles no setting", () => {
  expect(misspelled({ BRAND_COLOR: "red" })).toEqual([
    "BRAND_COLOR is not a setting and is ignored. npm start -- --help lists all.",
  ]);
});

test("settings and common system variables are not reported", () => {
  const system = "HOME PATH USER SHELL LANG TERM PWD OLDPWD HOSTNAME HOSTTYPE LOGNAME TMPDIR NODE_ENV EDITOR MAIL TZ";
  const names = [
    ...settings.map(({ name }) => name),
    "SECRET_KEY_FILE",
    ...system.split(" "),
    "PORTS_OF_CALL",
    "MAILER",
  ];
  expect(misspelled(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
});
