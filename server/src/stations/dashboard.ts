import { withoutLogin } from "@groundcrew/shared/lib";

/** Address of a station's own dashboard, built from its base; null unless the base is a web address that a browser can open. */
export function dashboardOf(base: string | null): string | null {
  if (base === null || !URL.canParse(base)) return null;
  const { protocol, href } = new URL(base);
  return protocol === "https:" || protocol === "http:" ? withoutLogin(href) : null;
}
