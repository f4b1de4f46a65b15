/** A request of the service worker to a tab: to open a page, or with null only to answer on the port that comes with the message. */
export type OpenPage = { type: typeof OPEN_PAGE; path: string | null };

export const OPEN_PAGE = "open-page";
/** How long a tab may take to answer. A browser lets a click open a page for a few seconds only. */
export const ANSWER_MS = 500;
