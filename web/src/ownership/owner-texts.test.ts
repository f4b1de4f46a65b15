import { expect, test } from "vitest";
import type { Ownership } from "@groundcrew/shared/ownership";
import { initialsOf, otherOwnerSentence, replacedText, shownOwner } from "./owner-texts.ts";

const NOW = Date.parse("2026-06-01T12:00:00.000Z");

const lee: Ownership = {
  owner_id: 7,
  owner: "Lee Tran",
  by: "Priya Nair",
  assigned_at: "2026-06-01T10:00:00.000Z",
  acknowledged_at: null,
  until: "2026-06-02T10:00:00.000Z",
  note: null,
  rev: 1,
};

test("what nobody has is nobody's", () => {
  expect(shownOwner(null, 7, NOW)).toEqual({ kind: "unassigned" });
});

test("what was assigned waits until it is acknowledged", () => {
  expect(shownOwner(lee, 1, NOW)).toMatchObject({ kind: "waiting", name: "Lee Tran", initials: "LT", age: "2h" });
  expect(shownOwner(lee, 7, NOW)).toMatchObject({ kind: "waiting", name: "You" });
});

test("the age of what is acknowledged counts from then", () => {
  const acknowledged = { ...lee, acknowledged_at: "2026-06-01T11:48:00.000Z" };
  expect(shownOwner(acknowledged, 1, NOW)).toMatchObject({ kind: "other", name: "Lee Tran", age: "12m" });
  expect(shownOwner(acknowledged, 7, NOW)).toMatchObject({ kind: "mine", name: "You", age: "12m" });
  expect(shownOwner(acknowledged, undefined, NOW)).toMatchObject({ kind: "other" });
});

test("a name of staff that a customer does not see is nobody's own", () => {
  const support = { ...lee, owner_id: null, owner: "Groundcrew Support" };
  expect(shownOwner(support, undefined, NOW)).toMatchObject({
    kind: "waiting",
    name: "Groundcrew Support",
    initials: "GS",
  });
});

test.each([
  ["Lee Tran", "LT"],
  ["Ana María Ruiz", "AR"],
  ["Sam", "S"],
  ["kari@example.com", "K"],
  ["", ""],
])("the initials of %s are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("who else has something is said in a sentence, and nothing of oneself", () => {
  const about = { what: "this group", now: NOW };
  expect(otherOwnerSentence(lee, { meId: 1, ...about })).toBe("Priya Nair assigned this group to Lee Tran 2h ago.");
  const acknowledged = { ...lee, acknowledged_at: "2026-06-01T11:48:00.000Z" };
  expect(otherOwnerSentence(acknowledged, { meId: 1, ...about })).toBe("Lee Tran acknowledged this group 12m ago.");
  expect(otherOwnerSentence(acknowledged, { meId: 7, ...about })).toBe(null);
  expect(otherOwnerSentence(null, { meId: 1, ...about })).toBe(null);
});

test("those who lose what is assigned are named with how much, the most first", () => {
  const of = (owner: string, owner_id: number, count: number) =>
    Array.from({ length: count }, () => ({ ...lee, owner, owner_id }));
  const people = { newId: 7, meId: 1 };
  const rest = " Former owners are notified.";
  expect(replacedText([], people)).toBe(null);
  expect(replacedText([lee], people)).toBe(null);
  expect(replacedText([lee, ...of("Sam", 8, 1)], people)).toBe(`1 is owned by Sam now.${rest}`);
  expect(replacedText([...of("Kari", 1, 1), ...of("Sam", 8, 3)], people)).toBe(
    `3 are owned by Sam now, 1 by you.${rest}`,
  );
  const many = ["Ana", "Bo", "Cy", "Di", "Ed"].flatMap((name, nth) => of(name, 20 + nth, 5 - nth));
  expect(replacedText(many, people)).toBe(`5 are owned by Ana now, 4 by Bo, 3 by Cy, 3 by others.${rest}`);
});
