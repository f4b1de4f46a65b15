import { IconUserCircle } from "@tabler/icons-react";
import type { TabLink } from "../ui/index.ts";

/** The page about the user's own account. */
export const accountLink = { to: "/account", label: "Account", icon: IconUserCircle } as const satisfies TabLink;
