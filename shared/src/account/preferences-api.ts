import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { preferences } from "../sessions/index.ts";

/** A change of some of them. */
const changedPreferences = z.strictObject({ ...preferences.shape, theme: preferences.shape.theme.unwrap() }).partial();
export type ChangedPreferences = z.output<typeof changedPreferences>;

export const changePreferences = endpoint({
  name: "changePreferences",
  summary:
    "Changes how the caller reads times and temperatures on screens, in mails and in files, and the theme of the console. What is left out stays as it is.",
  method: "PATCH",
  path: "/api/account/preferences",
  access: "user",
  keyScope: null,
  topics: ["users"],
  body: changedPreferences,
  replies: { 200: preferences },
});
