import { openLinkIssues } from "./link-issues.ts";
import type { Screen } from "./screen.ts";
import { ADMIN } from "./station-steps.ts";

/** Screenshots of problems on the station link. */
export const linkScreens: Screen[] = [{ name: "manage-link", path: "/manage/link", user: ADMIN, open: openLinkIssues }];
