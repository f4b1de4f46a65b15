import { useNavigate, useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Identifies the press of Log Out that led here. */
    logoutId?: number;
  }
}

/**
 * Navigates to the start page, so that the next login does not start with this user's page. Resolves with whether the navigation
 * took place: a user who stays because of unsaved changes may navigate elsewhere later, which settles this one too.
 */
export function useGoToStart(): () => Promise<boolean> {
  const navigate = useNavigate();
  const { history } = useRouter();
  return async () => {
    const logoutId = Date.now();
    await navigate({ to: "/", state: { logoutId } });
    return history.location.state.logoutId === logoutId;
  };
}
