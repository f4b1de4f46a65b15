import { useNavigate, useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Which press of Log Out led here. */
    leaving?: number;
  }
}

/**
 * Goes to where a stranger would start, so that the next login does not begin with this user's page. Resolves with whether
 * that was let through: who stays with changes that are not saved may go elsewhere later, which settles this way too.
 */
export function useGoToStart(): () => Promise<boolean> {
  const navigate = useNavigate();
  const { history } = useRouter();
  return async () => {
    const leaving = Date.now();
    await navigate({ to: "/", state: { leaving } });
    return history.location.state.leaving === leaving;
  };
}
