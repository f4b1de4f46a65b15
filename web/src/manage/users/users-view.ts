import { flag, viewOf } from "@groundcrew/shared/view";

/** The view of the users of an organization: all, or those without a second step. */
export const usersView = viewOf("us", { without: flag() });
