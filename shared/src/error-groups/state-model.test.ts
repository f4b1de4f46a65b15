import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import { DAY_MS, HOUR_MS } from "../lib/index.ts";
import { NEW_MS, stateAfterErrors, stateAfterTime, type ErrorGroupState, type GroupStatus } from "./state.ts";

const START = Date.parse("2026-01-01T00:00:00.000Z");
const iso = (ms: number) => new Date(ms).toISOString();

/** What happens to a group. Errors are counted by the hour in which they happen. */
type Step =
  | { kind: "errors"; count: number }
  | { kind: "hours"; hours: number }
  | { kind: "acknowledge" | "resolve" | "unarchive" }
  | { kind: "archive"; until: number; errors: number | null; ifEscalates: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("errors" as const), count: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("hours" as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  fc.record({ kind: fc.constantFrom("acknowledge" as const, "resolve" as const, "unarchive" as const) }),
  fc.record({
    kind: fc.constant("archive" as const),
    until: fc.integer({ min: 1, max: 90 * 24 }),
    errors: fc.option(fc.integer({ min: 1, max: 60 })),
    ifEscalates: fc.boolean(),
  }),
);

/** A group, its errors, and the time, as simply as possible. */
class Model {
  now = START;
  /** What the rules did not permit. */
  readonly violations: string[] = [];
  times: number[] = [START];
  group: GroupStatus = {
    state: "new",
    state_since: iso(START),
    first_seen: iso(START),
    total: 1,
    stations_total: 1,
    archive: null,
    resolution: null,
  };

  check(isAllowed: boolean, what: string): void {
    if (!isAllowed) this.violations.push(`${this.group.state}: ${what}`);
  }

  within(from: number, to: number): number {
    return this.times.filter((time) => time > this.now - from && time <= this.now - to).length;
  }

  enter(state: ErrorGroupState): void {
    this.group = { ...this.group, state, state_since: iso(this.now), archive: null };
  }

  /** The state changes that time makes, as the server asks for them; asked again, nothing changes. */
  settle(): void {
    const recent = { day: this.within(DAY_MS, 0), week_before: this.within(8 * DAY_MS, DAY_MS), new_stations: 0 };
    const before = this.group;
    const change = stateAfterTime(before, recent, this.now);
    if (change === null) return this.expectUnchanged(recent);
    this.expectAllowed(before, change.state, recent);
    this.enter(change.state);
    // What has just changed state does not change back at the same time.
    const again = stateAfterTime(this.group, recent, this.now);
    this.check(again === null || (this.group.state === "ongoing" && again.state === "escalating"), "changes twice");
  }

  escalates({ day, week_before }: { day: number; week_before: number }): boolean {
    return day * 7 >= 3 * week_before && day * 7 - week_before >= 70;
  }

  expectAllowed(before: GroupStatus, after: ErrorGroupState, recent: { day: number; week_before: number }): void {
    const isOld = this.now - Date.parse(before.first_seen) >= NEW_MS;
    const isLong = this.now - Date.parse(before.state_since) >= DAY_MS;
    const isDue = before.archive?.until !== null && Date.parse(before.archive?.until ?? "") <= this.now;
    const allowed: Record<ErrorGroupState, boolean> = {
      new: after === "ongoing" && isOld,
      ongoing: after === "escalating" && this.escalates(recent),
      regressed: after === "escalating" && this.escalates(recent),
      escalating: after === "ongoing" && isLong && !this.escalates(recent),
      archived:
        (after === "ongoing" && isDue) ||
        (after === "escalating" && before.archive?.if_escalates === true && this.escalates(recent)),
      resolved: false,
    };
    this.check(allowed[before.state], `becomes ${after}`);
  }

  expectUnchanged(recent: { day: number; week_before: number }): void {
    const { state, first_seen, archive } = this.group;
    if (state === "new") this.check(this.now - Date.parse(first_seen) < NEW_MS, "stays for more than a week");
    if (state === "ongoing" || state === "regressed") this.check(!this.escalates(recent), "does not escalate");
    if (state === "archived" && archive?.until) this.check(Date.parse(archive.until) > this.now, "does not return");
    if (state === "archived" && archive?.if_escalates) this.check(!this.escalates(recent), "does not escalate");
  }

  errors(count: number): void {
    this.times.push(...Array.from({ length: count }, () => this.now));
    this.group = { ...this.group, total: this.group.total + count };
    const before = this.group;
    const firmware = null;
    const change = stateAfterErrors(before, [{ station: "gc-a", happened: iso(this.now), firmware }]);
    if (before.state === "resolved") this.check(change?.state === "regressed", "an error does not make it regressed");
    else if (before.state !== "archived") this.check(change === null, "an error changes it");
    else {
      const { errors, errors_before } = before.archive ?? { errors: null, errors_before: 0 };
      const returns = errors !== null && before.total - errors_before >= errors;
      this.check((change !== null) === returns, "returns at another number of errors");
    }
    if (change) this.enter(change.state);
  }

  take(one: Step): void {
    switch (one.kind) {
      case "errors":
        return this.errors(one.count);
      case "hours":
        this.now += one.hours * HOUR_MS;
        return;
      case "acknowledge":
        if (this.group.state === "new") this.enter("ongoing");
        return;
      case "unarchive":
        if (this.group.state === "archived") this.enter("ongoing");
        return;
      case "resolve":
        this.enter("resolved");
        this.group = {
          ...this.group,
          resolution: { at: iso(this.now), by: "Kari", solution: "Fixed it", fixed_from: null },
        };
        return;
      case "archive":
        if (this.group.state !== "resolved") this.archive(one);
    }
  }

  archive({ until, errors, ifEscalates }: Extract<Step, { kind: "archive" }>): void {
    this.enter("archived");
    const conditions = { until: iso(this.now + until * HOUR_MS), errors, stations: null, newer_than: null };
    const about = { if_escalates: ifEscalates, why: "Known", by: "Kari", at: iso(this.now) };
    const before = { errors_before: this.group.total, stations_before: 1 };
    this.group = { ...this.group, archive: { ...conditions, ...about, ...before } };
  }
}

test("after any acts, errors and hours, a group is in a state that the rules permit, and only they change it", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      const model = new Model();
      for (const one of steps) {
        model.take(one);
        model.settle();
        model.check((model.group.archive === null) === (model.group.state !== "archived"), "is archived in part");
      }
      expect(model.violations).toEqual([]);
    }),
    cases(500),
  );
});
