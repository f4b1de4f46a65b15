import type { SessionUser } from "@groundcrew/shared/sessions";

/** The pages of Attention with a tab, in order. */
export const attentionTabs = ["active", "rules", "channels", "deliveries", "me"] as const;
export type AttentionTab = (typeof attentionTabs)[number];

/** A page below `/attention`: alerts (one of them opened), the rules, one rule (null is a new one), and the others. */
export type AttentionPageName =
  | { tab: "active"; alert: number | null }
  | { tab: "rules"; rule?: number | null }
  | { tab: "channels" | "deliveries" | "me" };

/** The path of a tab below `/attention/`. */
export const tabPaths: Record<AttentionTab, string> = {
  active: "",
  rules: "rules",
  channels: "channels",
  deliveries: "deliveries",
  me: "me",
};

/** The page at a path below `/attention/`; null if there is none, or not for this user. */
export function parseAttentionPage(
  path: string,
  { can_admin, can_manage }: Pick<SessionUser, "can_admin" | "can_manage">,
): AttentionPageName | null {
  const [first = "", second, ...rest] = path.replace(/\/+$/, "").split("/");
  if (rest.length > 0) return null;
  if (first === "rules" && second !== undefined) return rulePage(second, can_admin || can_manage);
  if (second !== undefined) return null;
  if (first === "") return { tab: "active", alert: null };
  if (isNumber(first)) return { tab: "active", alert: Number(first) };
  const tab = attentionTabs.find((name) => name !== "active" && tabPaths[name] === first);
  if (tab === undefined || tab === "active") return null;
  return { tab };
}

function rulePage(text: string, canChange: boolean): AttentionPageName | null {
  if (text === "new") return canChange ? { tab: "rules", rule: null } : null;
  return isNumber(text) ? { tab: "rules", rule: Number(text) } : null;
}

const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text);
