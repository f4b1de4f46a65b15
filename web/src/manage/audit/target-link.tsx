import type { AuditAct, AuditTarget } from "@groundcrew/shared/audit";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { Link } from "@tanstack/react-router";
import { StationLink } from "../../station/index.ts";
import { amountText } from "./list-texts.ts";

/** The target of an entry: a link if it has a page, or the number of targets. */
export function TargetLink({ act, user }: { act: AuditAct; user: SessionUser }) {
  const { target, targets } = act;
  // A refused call whose address names nothing is recorded under its own name.
  if (target.kind === "" && target.id === act.action) return "–";
  if (targets > 1) {
    const amount = amountText(targets, pluralOf(target));
    return <span title={amount}>{amount}</span>;
  }
  return <OneTarget target={target} user={user} />;
}

/** One thing: a link to it if it has a page. */
export function OneTarget({ target, user }: { target: AuditTarget; user: SessionUser }) {
  const { kind, id } = target;
  const text = nameOf(target);
  switch (kind) {
    case "station":
      // A refused call may name one that does not exist.
      return target.name === "" ? (
        <span title={text}>{text}</span>
      ) : (
        <StationLink name={id} title={text}>
          {text}
        </StationLink>
      );
    case "error group":
      return user.can_admin ? (
        <Link to="/groups/$group" params={{ group: id }} title={text}>
          {text}
        </Link>
      ) : (
        text
      );
    case "alert":
      return (
        <Link to="/attention/{-$alert}" params={{ alert: id }}>
          {text}
        </Link>
      );
    case "support log entry":
      return user.can_admin ? (
        <Link to="/supportlog/entries" hash={id}>
          {text}
        </Link>
      ) : (
        text
      );
    default:
      return <span title={text}>{text}</span>;
  }
}

/** The name of a thing on screen. Users and API keys have no other name than their id. */
function nameOf({ kind, id, name }: AuditTarget): string {
  if (name !== "") return name;
  if (kind === "" || kind === "user" || kind === "api key" || kind === "station") return id;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`;
}

function pluralOf({ kind }: AuditTarget): string {
  if (kind === "") return "things";
  return kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
