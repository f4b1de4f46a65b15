import { IconAlertTriangle, IconNotes, IconPrinter, IconStack2, IconTags } from "@tabler/icons-react";
import type { TabLink } from "../ui/index.ts";

/** A page of the area. The print page is linked from the entries, and groups from triage. */
export type SupportLogPageName = "entries" | "triage" | "groups" | "tags" | "print";

/** The pages of the area. */
export const supportLogLinks: Record<SupportLogPageName, TabLink> = {
  entries: { to: "/supportlog/entries", label: "Support Log", icon: IconNotes },
  triage: { to: "/supportlog/triage", label: "Error Triage", icon: IconAlertTriangle },
  groups: { to: "/supportlog/triage/groups", label: "Error Groups", icon: IconStack2 },
  tags: { to: "/supportlog/tags", label: "Tags", icon: IconTags },
  print: { to: "/supportlog/print", label: "Print the Support Log", icon: IconPrinter },
};
