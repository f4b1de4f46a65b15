import type { ErrorGroupDetails, GroupVariation } from "@groundcrew/shared/error-groups";
import { shortAge } from "@groundcrew/shared/lib";
import { useQuery } from "@tanstack/react-query";
import { exactMoment, wholeNumber } from "../../lib/index.ts";
import { Card } from "../../ui/index.ts";
import { stationTypeText } from "../group-texts.ts";
import styles from "./group-page.module.css";
import { Pending } from "./group-tables.tsx";
import { historyLines } from "./history-texts.ts";
import { historyQuery, variationQuery } from "./use-group.ts";

/** What varies among the newest errors of a group. */
export function WhatVaries({ group }: { group: number }) {
  const { data, error, refetch } = useQuery(variationQuery(group));
  return (
    <Card title="What Varies">
      {data ? (
        data.variations.map((variation) => (
          <Variation key={`${variation.kind} ${variation.fingerprint} ${variation.placeholder}`} {...variation} />
        ))
      ) : (
        <Pending what="what varies" error={error} onReload={() => void refetch()} />
      )}
      {data?.variations.length === 0 && <p className={styles.quiet}>Nothing varies.</p>}
    </Card>
  );
}

function Variation({ kind, name, values, others, other_values }: GroupVariation) {
  const total = values.reduce((sum, { errors }) => sum + errors, others);
  const rest =
    others > 0
      ? [{ value: `${wholeNumber(other_values)} ${other_values === 1 ? "other" : "others"}`, errors: others }]
      : [];
  return (
    <>
      <h3 className={styles.varies}>{name === "" && kind === "placeholder" ? "Beginning" : name}</h3>
      <dl className={styles.shares}>
        {[...values, ...rest].map(({ value, errors }) => (
          <div key={value} className={styles.share}>
            <dt>{value}</dt>
            <dd>
              <span className={styles.bar} aria-hidden>
                <span style={{ width: `${(errors / Math.max(1, total)) * 100}%` }} />
              </span>
              {`${Math.round((errors / Math.max(1, total)) * 100)} %`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What happened to a group, latest first. */
export function GroupHistory({ group, now }: { group: number; now: number }) {
  const { data, error, refetch } = useQuery(historyQuery(group));
  return (
    <Card title="History">
      {data ? (
        <ol className={styles.history}>
          {historyLines(data.entries, data.owners).map(({ key, at, text, note }) => (
            <li key={key}>
              <b>{text}</b>
              <time dateTime={at} title={exactMoment(at)}>
                {shortAge(now - Date.parse(at))}
              </time>
              {note !== null && <span className={styles.note}>{note}</span>}
            </li>
          ))}
        </ol>
      ) : (
        <Pending what="the history" error={error} onReload={() => void refetch()} />
      )}
    </Card>
  );
}

/** What errors of a group are recognized by. */
export function Fingerprints({ group: { fingerprints } }: { group: ErrorGroupDetails }) {
  return (
    <Card title="Fingerprints">
      <p className={styles.quiet}>
        Errors belong here when all three are the same: job type, station type, and the message without numbers, ids and
        paths.
      </p>
      <ul className={styles.fingerprints}>
        {fingerprints.map(({ id, job_type, station_type, pattern }) => (
          <li key={id}>{[job_type ?? "no job", stationTypeText(station_type), pattern].join(" · ")}</li>
        ))}
      </ul>
    </Card>
  );
}
