import type { FieldChange } from "@groundcrew/shared/audit";
import { momentText } from "../../lib/index.ts";

type Value = FieldChange["before"];

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
