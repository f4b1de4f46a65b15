/** Part of every text that only admins may see. */
export const FOR_ADMINS = "canary-for-admins";
/** Part of every text that nobody may see. */
export const FOR_NO_ONE = "canary-for-nobody";
