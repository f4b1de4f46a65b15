import { useQueryClient } from "@tanstack/react-query";
import { changePreferences, getAccount, type ChangedPreferences } from "@groundcrew/shared/account";
import { call, failedWrite, useServerMutation } from "../data/api/index.ts";
import { notifyOtherTabs, reloadSession } from "../sessions/index.ts";
import { toast } from "../ui/index.ts";

/** Changes some of the user's preferences, in all of their browsers. */
export function usePreferenceChange() {
  const client = useQueryClient();
  return useServerMutation({
    shows: [getAccount],
    run: async (changes: ChangedPreferences) => (await call(changePreferences, { body: changes })).body,
    onSuccess: async () => {
      notifyOtherTabs("login");
      await reloadSession(client);
    },
    onError: (error) => toast("danger", ...failedWrite(error, "This was not changed.")),
  });
}

/** Stores the theme that the user has chosen in the top bar, which their other tabs have already. */
export async function storeTheme(theme: NonNullable<ChangedPreferences["theme"]>): Promise<void> {
  try {
    await call(changePreferences, { body: { theme } });
  } catch (error) {
    toast("danger", ...failedWrite(error, "The theme is changed in this browser only."));
  }
}
