import { Link } from "@tanstack/react-router";
import type { ConsoleStatus } from "@groundcrew/shared/system";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { logMoment, countText } from "../lib/index.ts";
import { Notice } from "../ui/index.ts";

/** Says what is wrong with the console itself. */
export function StatusBanners({ status }: { status: ConsoleStatus }) {
  const { disconnected_since: since, problems } = status;
  return (
    <div className="grid gap-2 mb-3">
      {since !== null && <Disconnected since={Date.parse(since)} />}
      {problems.length > 0 && <Problems problems={problems} />}
    </div>
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
