import { Loaded, PageHead } from "../kit/index.ts";
import { accountLink } from "./account-link.ts";
import { FactorsCard } from "./factors-card.tsx";
import { NewDevices } from "./new-device.tsx";
import { NoticesCard } from "./notices-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { SignInCard } from "./sign-in-card.tsx";
import { useAccount } from "./use-account.ts";

type AccountPageProps = {
  /** The session that a link in an email is about. */
  notMe: number | null;
  onAnswered: () => void;
};

/** The user's own account: name, password, second step and sessions. */
export function AccountPage({ notMe, onAnswered }: AccountPageProps) {
  const query = useAccount();
  const { data } = query;
  const known = data && [data.name, data.email, data.organization].filter((text) => text !== "").join(" · ");
  return (
    <>
      <PageHead name={accountLink.label} subtitle={known} />
      <Loaded query={query} content="your account">
        {(account) => (
          <>
            <NewDevices account={account} asked={notMe} onAnswered={onAnswered} />
            <div className="grid gap-4">
              <div className="grid gap-4 halves one-column-medium align-start">
                <div className="grid gap-4">
                  <SignInCard account={account} />
                  <NoticesCard isOn={account.mails_new_device} />
                </div>
                <FactorsCard account={account} />
              </div>
              <SessionsCard account={account} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}
