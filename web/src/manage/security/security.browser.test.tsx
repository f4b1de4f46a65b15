import { listViolations } from "@groundcrew/shared/security";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { tableRow } from "../../../test/fake-manage.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { openConsole } from "../../../test/open-console.tsx";

test("admins see what browsers have blocked, with the rule, the script and the page", async () => {
  const server = startFakeConsole();
  const reportedAt = new Date(Date.now() - 90_000).toISOString();
  const violation = { directive: "img-src", source: "/assets/map.js", line: 7, page: "/forgot", times: 1_234 };
  server.on(listViolations, async () => ({
    status: 200 as const,
    body: [
      {
        ...violation,
        blocked: "https://elsewhere.example/image.png",
        first_reported: reportedAt,
        last_reported: reportedAt,
      },
    ],
  }));
  openConsole("/manage/security");
  const row = tableRow("img-src");
  await expect.element(row).toBeVisible();
  const parts = ["https://elsewhere.example/image.png", "/assets/map.js:7", "on /forgot", "1,234", "1m ago"];
  for (const part of parts) await expect.element(row).toMatchTextContent(part);
});

test("admins see that no browser has sent a report", async () => {
  startFakeConsole();
  openConsole("/manage/security");
  await expect.element(page.getByText("No browser has sent a report.")).toBeVisible();
});
