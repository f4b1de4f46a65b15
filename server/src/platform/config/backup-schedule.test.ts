import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("backups are made by a schedule if there is a folder for them", () => {
  const BACKUP_DIR = resolve("backups");
  const daily = { folder: BACKUP_DIR, everyMs: 86_400_000, timeOfDayMs: 7_200_000, keep: 14 };
  expect(readConfig({ BACKUP_DIR }).backup.schedule).toEqual(daily);
  const often = { BACKUP_DIR, BACKUP_EVERY_MINUTES: "60", BACKUP_TIME: "00:30", BACKUP_KEEP: "48" };
  expect(readConfig(often).backup.schedule).toEqual({ ...daily, everyMs: 3_600_000, timeOfDayMs: 1_800_000, keep: 48 });
  expect(() => readConfig({ BACKUP_KEEP: "3" })).toThrow("BACKUP_KEEP needs BACKUP_DIR.");
  expect(() => readConfig({ BACKUP_DIR, BACKUP_TIME: "24:00" })).toThrow(
    'BACKUP_TIME must be a time of day such as 02:00, not "24:00".',
  );
});
