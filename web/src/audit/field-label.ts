import { ownValue } from "@groundcrew/shared/lib";

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
