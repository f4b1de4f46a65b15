import { expect, test } from "vitest";
import { previewContent } from "./write-content.ts";

const NOW = Date.parse("2026-01-15T18:07:00Z");
const alert = {
  title: "Offline",
  detail: "",
  severity: "urgent",
  since: "2026-01-15T18:07:00.000Z",
  organization: null,
  site: null,
  station: { name: "gc-1", title: "Pier 7" },
} as const;

test.each([
  ["in Denver", 39.74, -104.99, "11:07 MST (18:07 UTC)"],
  // Two places a few kilometers apart, on both sides of a border between time zones.
  ["in Arizona beside California", 32.69, -114.62, "11:07 MST (18:07 UTC)"],
  ["in California beside Arizona", 32.73, -114.72, "10:07 PST (18:07 UTC)"],
  ["in India", 19.07, 72.88, "23:37 GMT+5:30 (18:07 UTC)"],
  ["far out at sea", 0, -30, "16:07 GMT-2 (18:07 UTC)"],
  ["at an unknown place", null, null, "18:07 UTC"],
])("a message has the time on the clocks of its station %s", (_, lat, lng, expected) => {
  const { lines } = previewContent({ ...alert, lat, lng }, { isProvider: true, now: NOW });
  expect(lines.join("\n")).toContain(`since ${expected}`);
});
