import type { FieldChange } from "@groundcrew/shared/audit";
import { ownValue } from "@groundcrew/shared/lib";
import { momentText } from "../lib/index.ts";

type Value = FieldChange["before"];

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

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A value on screen. `organizations` are names by id. */
export function valueText(
  { path }: Pick<FieldChange, "path">,
  value: Value,
  organizations: ReadonlyMap<number, string>,
): string {
  if (value === undefined || value === null || value === "") return "–";
  if (path.at(-1) === "org_id" && typeof value === "number") return organizations.get(value) ?? `Organization ${value}`;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return TIME.test(value) ? momentText(value) : value;
  return typeof value === "number" ? String(value) : listText(value);
}

function listText(value: NonNullable<object>): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return "–";
  return value.map((one: unknown) => (typeof one === "string" ? one : JSON.stringify(one))).join(", ");
}
