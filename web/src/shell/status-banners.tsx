import { Link, useLocation } from "@tanstack/react-router";
import type { RequiredStep as Step, SessionUser } from "@groundcrew/shared/sessions";
import type { ConsoleStatus } from "@groundcrew/shared/system";
import { IconPlugConnectedX, IconShieldLock } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { serverNow } from "../data/clock/index.ts";
import { logMoment, countText, dayText } from "../lib/index.ts";
import { Notice } from "../ui/index.ts";

/** Says what is wrong with the console itself, and that the user has to set up a second step. */
export function StatusBanners({ status, user }: { status: ConsoleStatus | undefined; user: SessionUser }) {
  const { disconnected_since: since, problems } = status ?? { disconnected_since: null, problems: [] };
  const { required_step: step, organization } = user;
  return (
    <div className="grid gap-2 mb-3">
      {step && <RequiredStep step={step} organization={organization} />}
      {since !== null && <Disconnected since={Date.parse(since)} />}
      {problems.length > 0 && <Problems problems={problems} />}
    </div>
  );
}

function RequiredStep({ step, organization }: { step: Step; organization: string }) {
  const isThere = useLocation({ select: ({ pathname }) => pathname === "/account" });
  const requires = `${organization} requires a second step`;
  return (
    <Notice tone="warning" icon={IconShieldLock} action={!isThere && <Link to="/account">Set One Up</Link>}>
      {step.is_due
        ? `${requires}: add a passkey or an authenticator app to continue.`
        : `${requires} from ${dayText(step.from, serverNow(), "UTC")}.`}
    </Notice>
  );
}

function Disconnected({ since }: { since: number }) {
  const { brand } = useConsole();
  return (
    <Notice tone="warning" icon={IconPlugConnectedX}>
      {`${brand.product} has not been connected to its stations since ${logMoment(since)}; statuses are as of then.`}
    </Notice>
  );
}

/** For admins. */
function Problems({ problems }: Pick<ConsoleStatus, "problems">) {
  const [first, ...others] = problems;
  const text =
    others.length === 0 && first
      ? first.sentence
      : `${countText(problems.length, "problem")} of this installation: ${[...new Set(problems.map(({ about }) => about))].join(", ")}.`;
  return (
    <Notice tone="warning" action={<Link to="/manage/system">Open System</Link>}>
      {others.length === 0 && first ? <b>{`${first.about}: `}</b> : null}
      {text}
    </Notice>
  );
}
