import type { AuditAct } from "@groundcrew/shared/audit";
import { expect, test } from "vitest";
import { actionText, actorText } from "./action-texts.ts";

const refused = { status: 403, not_recorded: 0 };
const onStation = {
  action: "editStation",
  refused: null,
  target: { kind: "station", id: "gc-000000000001", name: "Atlas 0036" },
  entries: 1,
  act: null,
  changed: [],
};
const onAlert = { action: "changeAlertOwner", target: { kind: "alert", id: "7", name: "" } };

test.each<[Partial<AuditAct>, string]>([
  [{ action: "inviteUser" }, "Invited a user"],
  [{ action: "inviteUser", refused }, "Tried to invite a user"],
  [{ action: "flyAway" }, "flyAway"],
  [{ ...onAlert, act: "acknowledge" }, "Acknowledged an alert"],
  [{ ...onAlert, act: "assign" }, "Assigned an alert"],
  [{ ...onAlert, act: "release" }, "Released an alert"],
  [{ ...onAlert, refused }, "Tried to change the owner of an alert"],
  [{ ...onAlert, act: "new one" }, "Changed the owner of an alert"],
  [{ action: "changeOwnership", act: "assign" }, "Assigned the errors of a station"],
  [{ action: "bulkAssign", act: "assign" }, "Assigned the errors of a station"],
  [{ action: "bulkAssign", act: "assign", entries: 2 }, "Assigned the errors of several stations"],
  [{ action: "editStation" }, "Edited a station"],
  [{ action: "editStation", changed: ["org_id"] }, "Edited a station: Organization"],
  [{ action: "editStation", changed: ["api_password_hash", "shipped"] }, "Edited a station: API Password, Shipped"],
  [{ action: "editStation", changed: ["a", "b", "c", "d"] }, "Edited a station: A, B, C and more"],
  [{ action: "editStation", changed: ["shipped"], entries: 2 }, "Edited a station"],
  [{ action: "saveSsotEntry", changed: ["notes"] }, "Saved Hardware Variation"],
])("the act %j is shown as %s", (differences, text) => {
  expect(actionText({ ...onStation, ...differences })).toBe(text);
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
