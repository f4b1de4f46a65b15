import { listBackups, type Backup, type BackupOverview } from "@groundcrew/shared/backups";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { tableRow } from "../../../test/fake-manage.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const complete: Backup = {
  taken: hoursAgo(25),
  finished: hoursAgo(25),
  file: "/backups/yesterday.backup",
  bytes: 12_400_000,
  failure: null,
  is_scheduled: true,
};
const failed: Backup = {
  ...complete,
  taken: hoursAgo(1),
  finished: hoursAgo(1),
  file: "/backups/today.backup",
  bytes: null,
  failure: "There is no space left.",
};
const schedule = { folder: "/backups", every_minutes: 1_440, time: "02:00", keep: 14, is_encrypted: true };
const card = page.getByRole("region", { name: "Backups" });

function openBackups(body: BackupOverview) {
  const server = startFakeConsole();
  server.on(listBackups, async () => ({ status: 200 as const, body }));
  openConsole("/manage/backups");
  return server;
}

test("admins see the last backups, the schedule, and when the next one is due", async () => {
  const manual = { ...complete, file: "/mine.backup", is_scheduled: false };
  openBackups({ schedule, next: "2026-03-02T02:00:00.000Z", backups: [complete, manual] });
  await expect
    .element(card.getByRole("status"))
    .toMatchTextContent(
      /^Every day at 02:00 UTC, in \/backups\. The newest 14 backups are kept, encrypted\. The next one is due at 2026-03-02/,
    );
  await expect
    .element(tableRow("/backups/yesterday.backup"))
    .toMatchTextContent(/1d ago.*Complete, 12\.4 MB.*Schedule/);
  await expect.element(tableRow("/mine.backup")).toMatchTextContent("Command");
});

test("a failure of the last scheduled backup is shown with its reason", async () => {
  openBackups({ schedule, next: hoursAgo(-1), backups: [failed, complete] });
  await expect.element(card.getByRole("alert")).toMatchTextContent("The last backup failed.");
  await expect.element(tableRow("/backups/today.backup")).toMatchTextContent("Failed: There is no space left.");
});

test("without a schedule and backups the page says what to do", async () => {
  openBackups({ schedule: null, next: null, backups: [] });
  await expect.element(card).toMatchTextContent("The server makes no backups by itself. Set BACKUP_DIR");
  await expect.element(card).toMatchTextContent("No backups yet");
});

test("backups that cannot be loaded say why", async () => {
  const server = startFakeConsole();
  server.on(listBackups, async () => {
    throw new Rejection(503, "The database is away.");
  });
  openConsole("/manage/backups");
  await expect.element(card.getByRole("alert")).toMatchTextContent("Loading the backups failed");
});
