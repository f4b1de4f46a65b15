import { openLinkIssues } from "./link-issues.ts";
import type { Screen } from "./screen.ts";
import { ADMIN } from "./station-parts.ts";

/** Screenshots of problems on the station link. */
export const linkScreens: Screen[] = [{ name: "manage-link", path: "/manage/link", as: ADMIN, open: openLinkIssues }];
