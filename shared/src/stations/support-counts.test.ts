import { expect, test } from "vitest";
import { defaultBrand } from "../brand.ts";
import { sampleStation } from "../../test/sample-station.ts";
import { errorCounter, supportCounter } from "./support-counts.ts";

const counted = (needsAction: number, urgent: number, pending: number) =>
  sampleStation({
    support_metrics: {
      errors_unresolved: 0,
      error_latest: null,
      supportlog: {
        incident_needs_action: needsAction,
        incident_pending_urgent: urgent,
        incident_pending: pending,
      },
    },
  });
const withErrors = (errors_unresolved: number, organization_name = "Northwind") =>
  sampleStation({ organization_name, support_metrics: { errors_unresolved, error_latest: null } });

// @spec 50.2, 315.3
test("the support counter adds needs-action and pending-urgent, up to >9", () => {
  expect(supportCounter(counted(0, 0, 5))).toEqual({ count: 0, text: "0", needsAttention: false });
  expect(supportCounter(counted(4, 5, 5))).toEqual({ count: 9, text: "9", needsAttention: true });
  expect(supportCounter(counted(5, 5, 0))).toEqual({ count: 10, text: ">9", needsAttention: true });
  expect(supportCounter(sampleStation()).count).toBe(0);
});

// @spec 50.3, 315.3
test("the error counter goes up to >99", () => {
  expect(errorCounter(withErrors(0), defaultBrand)).toEqual({ count: 0, text: "0", needsAttention: false });
  expect(errorCounter(withErrors(99), defaultBrand)).toEqual({ count: 99, text: "99", needsAttention: true });
  expect(errorCounter(withErrors(100), defaultBrand)).toEqual({ count: 100, text: ">99", needsAttention: true });
});

// @spec 50.3
test("errors of an internal organization are counted but not red", () => {
  const counter = errorCounter(withErrors(3, "Groundcrew Lab"), defaultBrand);
  expect(counter).toEqual({ count: 3, text: "3", needsAttention: false });
});

test("errors of a station in maintenance are counted but not red", () => {
  const maintenance = {
    id: 7,
    why: "New belt",
    by: null,
    from: "2026-06-01T11:00:00.000Z",
    until: "2026-06-01T13:00:00.000Z",
  };
  const counter = errorCounter({ ...withErrors(3), maintenance }, defaultBrand);
  expect(counter).toEqual({ count: 3, text: "3", needsAttention: false });
});
