import { useState } from "react";
import type { ErrorGroupDetails, GroupVariation } from "@groundcrew/shared/error-groups";
import { placeholdersOf } from "@groundcrew/shared/station-errors";

import {
  IconActivity,
  IconArchive,
  IconArrowBackUp,
  IconArrowsSplit,
  IconCircleCheck,
  IconCirclePlus,
  IconGitMerge,
  IconTrendingUp,
  IconUserCheck,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { Age, Loaded } from "../../kit/index.ts";
import { countText } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import { Button, Card, Icon } from "../../ui/index.ts";
import { GroupTitle } from "../group-title.tsx";
import styles from "../groups.module.css";
import { historyLines } from "./history-texts.ts";
import { SplitDialog } from "./split-dialog.tsx";
import { splitChoices } from "./splitting.ts";
import { useGroupHistory, useVariation } from "./use-group.ts";

/** The values that vary among the newest errors of a group, and how to split it by them. */
export function WhatVaries({ group }: { group: ErrorGroupDetails }) {
  const query = useVariation(group.id);
  const [isSplitting, setSplitting] = useState(false);
  const choices = splitChoices(query.data?.variations ?? []);
  const [first] = choices;
  return (
    <Card title="What Varies">
      <Loaded query={query} content="what varies">
        {({ variations }) =>
          variations.length === 0 ? (
            <p className={`normal size-caption muted ${styles.quiet}`}>Nothing varies.</p>
          ) : (
            variations.map((variation) => (
              <Variation
                key={`${variation.kind} ${variation.fingerprint} ${variation.placeholder}`}
                variation={variation}
                placeholder={placeholderOf(group, variation)}
              />
            ))
          )
        }
      </Loaded>
      {first && group.merged_into === null && (
        <Button className="mt-3" icon={IconArrowsSplit} onClick={() => setSplitting(true)}>
          {choices.length === 1 ? `Split by ${first.name}…` : "Split…"}
        </Button>
      )}
      {isSplitting && <SplitDialog group={group} choices={choices} onClose={() => setSplitting(false)} />}
    </Card>
  );
}

/** The name of the placeholder that a variation is about, such as `n`. */
function placeholderOf({ fingerprints }: ErrorGroupDetails, { fingerprint, placeholder }: GroupVariation) {
  const pattern = fingerprints.find(({ id }) => id === fingerprint)?.pattern;
  return pattern === undefined || placeholder === null ? undefined : placeholdersOf(pattern)[placeholder];
}

type VariationProps = { variation: GroupVariation; placeholder: string | undefined };

function Variation({ variation: { kind, name, values, others, other_values }, placeholder }: VariationProps) {
  const total = values.reduce((sum, { errors }) => sum + errors, others);
  const rest = others > 0 ? [{ value: countText(other_values, "other"), errors: others }] : [];
  return (
    <>
      <h3 className={`label ${styles.varies}`}>
        {name === "" && kind === "placeholder" ? "Beginning" : name}
        {placeholder !== undefined && <GroupTitle title={` <${placeholder}>`} />}
      </h3>
      <dl className="small">
        {[...values, ...rest].map(({ value, errors }) => (
          <div key={value} className={`grid gap-3 ${styles.share}`}>
            <dt className="anywhere">{value}</dt>
            <dd className="row gap-3 justify-end">
              <span className={`grow sunken rounded-sm clip ${styles.bar}`} aria-hidden>
                <span style={{ width: `${(errors / Math.max(1, total)) * 100}%` }} />
              </span>
              <span className={styles.percent}>{percentText(errors, total)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** A share that is not zero is never displayed as such. */
function percentText(errors: number, total: number): string {
  const percent = (errors / Math.max(1, total)) * 100;
  return percent > 0 && percent < 1 ? "< 1 %" : `${Math.round(percent)} %`;
}

const historyIcons = new Map<string, TablerIcon>([
  ["first_seen", IconCirclePlus],
  ["new", IconCirclePlus],
  ["ongoing", IconActivity],
  ["escalating", IconTrendingUp],
  ["regressed", IconArrowBackUp],
  ["resolved", IconCircleCheck],
  ["archived", IconArchive],
  ["unarchived", IconArchive],
  ["merged", IconGitMerge],
  ["merged_into", IconGitMerge],
  ["split", IconArrowsSplit],
]);

/** The history of a group, latest first. */
export function GroupHistory({ group }: { group: number }) {
  const query = useGroupHistory(group);
  const { more } = query;
  return (
    <Card title="History">
      <Loaded query={query} content="the history">
        {({ entries }) => (
          <ol className={`small ruled underlined-links ${styles.history}`}>
            {historyLines(entries).map(({ key, kind, at, text, station, rest, note }) => (
              <li key={key} data-key={key}>
                <Icon icon={historyIcons.get(kind) ?? IconUserCheck} />
                <b>
                  {text}
                  {station && <StationLink name={station.name}>{station.title}</StationLink>}
                  {rest}
                </b>
                <Age since={at} form="short" />
                {note !== null && <span className={`anywhere soft ${styles.note}`}>{note}</span>}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {more.hasMore && (
        <Button busy={more.isLoading} onClick={more.load}>
          Show Earlier
        </Button>
      )}
      {more.failure}
    </Card>
  );
}
