import type { AuditAct } from "@groundcrew/shared/audit";
import { ownValue } from "@groundcrew/shared/lib";
import { supportName, type Brand } from "@groundcrew/shared/brand";
import { AREAS, type ActionText } from "./actions.ts";

export type ActionArea = keyof typeof AREAS;

/** The areas of actions, in the order of the menu. */
export const actionAreas: readonly ActionArea[] = Object.keys(AREAS).filter(isActionArea);

function isActionArea(text: string): text is ActionArea {
  return Object.hasOwn(AREAS, text);
}

export function areaLabel(area: ActionArea): string {
  return AREAS[area].label;
}

/** The names of an area's actions. */
export function actionsOf(area: ActionArea): string[] {
  return Object.keys(AREAS[area].actions);
}

const texts: Readonly<Record<string, ActionText>> = Object.assign(
  {},
  ...Object.values(AREAS).map((area) => area.actions),
);

/** Descriptions of ownership changes. */
const OWNER_ACTS: Readonly<Record<string, string>> = {
  acknowledge: "Acknowledged",
  assign: "Assigned",
  release: "Released",
  prolong: "Kept",
};

/** Names of the targets that can have an owner, by kind. */
const OWNED: Readonly<Record<string, string>> = {
  alert: "an alert",
  "error group": "an error group",
  station: "the errors of a station",
  "support log entry": "an incident",
};

/** Actions with fields that say more than the action does. */
const WITH_FIELDS: ReadonlySet<string> = new Set([
  "editStation",
  "changeAlertRule",
  "changeChannel",
  "changeMaintenance",
]);
const FIELDS_SHOWN = 3;

type ActOnPage = Pick<AuditAct, "action" | "refused" | "act" | "changed" | "entries" | "target">;

/** Describes an action, or a refused attempt. An action that this page does not know is shown by its name. */
export function actionText({ action, refused, act, changed, entries, target }: ActOnPage): string {
  const text = ownValue(texts, action);
  if (!text) return action;
  if (refused) return `Tried to ${text[1]}`;
  const [done, owned] = [ownValue(OWNER_ACTS, act ?? ""), ownValue(OWNED, target.kind)];
  if (entries === 1 && done !== undefined && owned !== undefined) return `${done} ${owned}`;
  if (!WITH_FIELDS.has(action) || entries > 1 || changed.length === 0) return text[0];
  const names = changed.slice(0, FIELDS_SHOWN).map((field) => fieldLabel([field]));
  return `${text[0]}: ${names.join(", ")}${changed.length > FIELDS_SHOWN ? " and more" : ""}`;
}

/** The person or program behind an entry, with further details. */
export function actorText(
  { actor }: Pick<AuditAct, "actor">,
  brand: Pick<Brand, "product">,
): { name: string; about: string } {
  const { kind, id, name } = actor;
  switch (kind) {
    case "user":
      return name === "" ? { name: id, about: "" } : { name, about: id };
    case "api_key":
      return { name: name === "" ? id : `${id} · ${name}`, about: "" };
    case "station":
      return { name: id, about: "station" };
    case "anonymous":
      return { name: "nobody", about: "" };
    case "server":
      return { name: id === "" ? "server" : id, about: "" };
    case "support":
      return { name: supportName(brand), about: "" };
  }
}

/** Fields whose name is not what it is called on other pages. */
const LABELS: Readonly<Record<string, string>> = {
  org_id: "Organization",
  can_manage: "Manager",
  why: "Reason",
  by: "With",
  api_password_hash: "API Password",
  hexone_uri_base: "Hexone URI Base",
};

/** The name of a field on screen: `Hardware Version`, `Maintenance › Until`. */
export function fieldLabel(path: readonly string[]): string {
  return path.map((name) => ownValue(LABELS, name) ?? titleOf(name)).join(" › ");
}

const ACRONYMS = new Set(["api", "gps", "id", "lte", "ups", "uri"]);

function titleOf(name: string): string {
  return name
    .split(/[_\s]+/)
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join(" ");
}
