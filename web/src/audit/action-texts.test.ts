import type { AuditAct } from "@groundcrew/shared/audit";
import { expect, test } from "vitest";
import { actionText, actorText } from "./action-texts.ts";

test("a refused call was tried, and an unknown action is shown by its name", () => {
  expect(actionText({ action: "inviteUser", refused: null })).toBe("Invited a user");
  expect(actionText({ action: "inviteUser", refused: { status: 403, not_recorded: 0 } })).toBe(
    "Tried to invite a user",
  );
  expect(actionText({ action: "flyAway", refused: null })).toBe("flyAway");
});

test.each<[AuditAct["actor"], string, string]>([
  [{ kind: "user", id: "a@b.example", name: "Ada" }, "Ada", "a@b.example"],
  [{ kind: "user", id: "a@b.example", name: "" }, "a@b.example", ""],
  [{ kind: "api_key", id: "key_x", name: "Hangar" }, "key_x · Hangar", ""],
  [{ kind: "anonymous", id: "", name: "" }, "nobody", ""],
  [{ kind: "support", id: "", name: "" }, "Groundcrew Support", ""],
])("%j is shown as %s %s", (actor, name, about) => {
  expect(actorText({ actor }, { product: "Groundcrew" })).toEqual({ name, about });
});
