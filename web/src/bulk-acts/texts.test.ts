import type { BulkAct, BulkActStation } from "@groundcrew/shared/bulk-acts";
import { expect, test } from "vitest";
import { actTitle, doneText, doneTone, endedText, outcomeText, progressText, reasonText, undoneText } from "./texts.ts";

const NOW = Date.parse("2026-11-29T12:00:00.000Z");
const none = { failed: 0, left_out: 0, running: 0, waiting: 0, kept: 0, undone: 0, done: 0, unchanged: 0 };
const counts = (some: Partial<BulkAct["counts"]>) => ({ ...none, ...some });

test.each<[Partial<BulkAct["counts"]>, string]>([
  [{ done: 12, unchanged: 1, left_out: 1 }, "Maintenance began on 12 stations. 1 stayed as it was. 1 was left out."],
  [{ done: 1, left_out: 1 }, "Maintenance began on 1 station. 1 was left out."],
  [{ done: 2, unchanged: 2 }, "Maintenance began on 2 stations. 2 stayed as they were."],
  [{ done: 3 }, "Maintenance began on 3 stations."],
])("an act with %o says: %s", (some, text) => {
  expect(doneText({ kind: "maintenance", counts: counts(some) })).toBe(text);
});

test.each<[Partial<BulkAct["counts"]>, "success" | "warning"]>([
  [{ done: 2 }, "success"],
  [{ done: 2, left_out: 1 }, "success"],
  [{ waiting: 2 }, "success"],
  [{ done: 2, failed: 1 }, "warning"],
  [{ left_out: 2 }, "warning"],
])("an act with %o is a %s", (some, tone) => expect(doneTone({ counts: counts(some) })).toBe(tone));

test.each<[Partial<BulkAct["counts"]>, number, string]>([
  [{ undone: 12 }, 0, "Undone on 12 stations."],
  [{ undone: 9, kept: 3 }, 3, "Undone on 9 stations. 3 of 12 were changed since and stay."],
  [{ undone: 1, kept: 1 }, 1, "Undone on 1 station. 1 of 2 was changed since and stays."],
  [{ undone: 9, kept: 3 }, 1, "Undone on 9 stations. 1 of 12 was changed since and stays. 2 of 12 stay as they are."],
  [{ undone: 1, kept: 1 }, 0, "Undone on 1 station. 1 of 2 stays as it is."],
])("undoing with %o, %i of them changed, says: %s", (some, changed, text) => {
  expect(undoneText({ kind: "maintenance", counts: counts(some), changed })).toBe(text);
});

test("undoing a move says what it ended for good", () => {
  expect(undoneText({ kind: "move", counts: counts({ undone: 2 }), changed: 0 })).toBe(
    "Undone on 2 stations. Maintenance, alerts and ignored reasons that the move ended do not come back.",
  );
});

test("an act that takes a while says where it is, and how it has ended", () => {
  const at = counts({ done: 8, running: 2, waiting: 2, failed: 1, left_out: 1 });
  expect(progressText(at)).toBe("2 running · 2 waiting · 1 failed · 1 left out");
  expect(endedText({ counts: at })).toBe("8 stations took new images. 1 failed.");
  expect(actTitle({ kind: "images", lights_on: false })).toBe("Take New Images, lights off");
});

test("a station that is offline says for how long", () => {
  const at = "2026-11-26T11:00:00.000Z";
  expect(reasonText({ code: "offline", at }, { now: NOW })).toBe("Offline for 3d");
  expect(reasonText({ code: "offline", at: null }, { now: NOW })).toBe("Offline");
});

test.each<[Partial<BulkActStation>, string]>([
  [{ state: "running", since: "2026-11-29T11:59:57.000Z" }, "asked 3 s ago"],
  [{ state: "done", images: 7 }, "7 images"],
  [{ state: "failed", detail: "The station did not answer within 8 s." }, "The station did not answer within 8 s."],
  [{ state: "kept", reason: { code: "changed", at: null } }, "Somebody has changed it since."],
  [{ state: "kept", reason: { code: "ended", at: null } }, "Its maintenance had ended already."],
  [{ state: "kept", reason: { code: "not_yours", at: null } }, "Not yours to change."],
  [{ state: "left_out", reason: { code: "offline", at: null } }, "Offline. Nothing is kept for later."],
  [{ state: "left_out", reason: { code: "too_many_tags", at: null } }, "Would have more than 20 tags."],
  [{ state: "unchanged", reason: { code: "placed", at: null } }, "Already as chosen."],
  [{ state: "waiting" }, ""],
])("a station with %o says: %s", (some, text) => {
  const station = { station: "gc-1", serial_number: "Atlas 0001", organization_name: "Harbor Air" };
  const empty = { state: "waiting" as const, reason: null, detail: null, since: null, images: null };
  expect(outcomeText({ ...station, ...empty, ...some }, NOW)).toBe(text);
});
