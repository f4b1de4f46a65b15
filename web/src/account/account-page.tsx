import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Loaded, PageHead } from "../kit/index.ts";
import { currentUser } from "../sessions/index.ts";
import styles from "./account.module.css";
import { accountLink } from "./account-link.ts";
import { DisplayCard } from "./display-card.tsx";
import { FactorsCard } from "./factors/factors-card.tsx";
import { NewDevices } from "./devices/new-device.tsx";
import { NotificationsCard } from "./notifications-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { SignInCard } from "./sign-in-card.tsx";
import { useAccount } from "./use-account.ts";

export { storeTheme } from "./use-preference-change.ts";

/** The user's own account: name, password, second step and sessions. */
export function AccountPage() {
  // A link in an email names a session that may not be the user's own.
  const named = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get("not-me") ?? "" });
  const asked = /^[1-9]\d{0,15}$/.test(named) ? Number(named) : null;
  const navigate = useNavigate();
  const query = useAccount();
  const mustSetUp = currentUser(useQueryClient())?.required_step?.is_due ?? false;
  const { data } = query;
  const known = data && [data.name, data.email, data.organization].filter((text) => text !== "").join(" · ");
  return (
    <>
      <PageHead name={accountLink.label} subtitle={known && <p className="caption muted anywhere">{known}</p>} />
      <Loaded query={query} content="your account">
        {(account) => (
          <div className="mt-4">
            <NewDevices
              account={account}
              asked={asked}
              onAnswered={() => void navigate({ to: "/account", search: {}, replace: true })}
            />
            <div className="grid gap-4">
              <div className="grid gap-4 halves one-column-medium align-start">
                <div className="grid gap-4">
                  <SignInCard account={account} />
                  <DisplayCard preferences={account.preferences} />
                  <NotificationsCard isOn={account.mails_new_device} />
                </div>
                <div className={mustSetUp ? styles.due : undefined}>
                  <FactorsCard account={account} />
                </div>
              </div>
              <SessionsCard account={account} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}
