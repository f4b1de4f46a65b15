import {
  mayBeOfGroup,
  overReason,
  worstMatch,
  type AlertKind,
  type AlertLife,
  type EndCause,
  type LifeMatch,
} from "@groundcrew/shared/alerts";
import type { StoredLife } from "./life/life-queries.ts";
import type { RuleOfMatch } from "./life/match-queries.ts";

type Change = {
  stored: StoredLife;
  before: AlertLife;
  life: AlertLife;
  /** The title without the limit of a rule. */
  plain: string;
  rules: ReadonlyMap<number, Pick<RuleOfMatch, "name">>;
};

/** A line of the history. `side` is the only side that may read it, 0 for support staff; null for both. */
type Line = { what: string; side: number | null };

/**
 * Describes the changes of an alert as lines of its history. A side reads the titles of its own rules. Errors are grouped into groups, which customers
 * do not see.
 */
export function linesOf(change: Change): Line[] {
  const { stored, before, life } = change;
  const lines: Line[] = before.matches.length === 0 && life.matches.length > 0 ? begunLines(change) : [];
  const add = (what: string, side: number | null = null) => lines.push({ what, side });
  for (const match of life.matches) lines.push(...matchLines(match, change));
  const parent = life.parent ?? before.parent;
  if (life.parent?.text !== before.parent?.text) {
    const isStaffs = mayBeOfGroup(stored.kind) || parent?.sides !== null;
    add(life.parent?.text ?? "No longer grouped into another alert", isStaffs ? 0 : null);
  }
  if ((life.maintenance === null) !== (before.maintenance === null)) {
    add(life.maintenance ?? `The maintenance of its ${stored.station_name === null ? "stations" : "station"} ended`);
  }
  if ((life.stale === null) !== (before.stale === null)) add(life.stale ?? "Its station is online again");
  if (life.ended === null) {
    for (const { side } of stored.mutes) {
      if (!life.mutes.some((mute) => mute.side === side)) add("No longer muted", side);
    }
  }
  if (life.ended !== null) add(`Ended: ${endingOf(life, stored.kind).reason}`);
  return lines;
}

function begunLines({ stored, life, plain }: Change): Line[] {
  const titleOf = (side: number) => `Began: ${worstMatch(life, side)?.title ?? plain}`;
  const { org_id: orgId } = stored;
  if (orgId === null || titleOf(0) === titleOf(orgId)) return [{ what: titleOf(0), side: null }];
  return [0, orgId].map((side) => ({ what: titleOf(side), side }));
}

function matchLines(match: LifeMatch, { stored, before, life, rules }: Change): Line[] {
  const was = before.matches.find(({ rule }) => rule === match.rule);
  const { side } = match;
  const lines: Line[] = [];
  if (was && match.changed !== was.changed && match.changed !== null)
    lines.push({ what: `Got worse: ${match.title}`, side });
  if (was && match.ended === null && match.severity !== was.severity) {
    lines.push({ what: match.severity === "urgent" ? "Is urgent now" : "Is a warning now", side });
  }
  if (match.flapping && !was?.flapping) lines.push({ what: "Began and ended several times within an hour", side });
  const name = rules.get(match.rule)?.name;
  const hasEnded = was !== undefined && was.ended === null && match.ended !== null;
  if (hasEnded && life.ended === null && name !== undefined) {
    lines.push({ what: `Rule “${name}” no longer matches: ${match.reason ?? overReason(stored.kind)}`, side });
  }
  return lines;
}

/** The reason why an alert has ended: that of the match that ended last. */
export function endingOf({ matches }: AlertLife, kind: AlertKind): { cause: EndCause; reason: string } {
  const last = matches.toSorted((one, other) => (one.ended ?? 0) - (other.ended ?? 0)).at(-1);
  return { cause: last?.cause ?? "condition", reason: last?.reason ?? overReason(kind) };
}
