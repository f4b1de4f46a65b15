import { ageMs } from "@groundcrew/shared/lib";
import { errorTime, reduceMessage } from "@groundcrew/shared/station-errors";
import { IconCircleCheck } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { agoText, exactMoment, useNow } from "../lib/index.ts";
import { useLatestError } from "../station-errors/index.ts";
import { Button, Icon, Loading, Notice } from "../ui/index.ts";
import styles from "./data-history.module.css";

const TICK_MS = 10_000;

/** The unresolved error of a station that was logged last, or that there is none. */
export function LatestError({ station }: { station: string }) {
  const { data: latest, error, isFetching, refetch } = useLatestError(station);
  const now = useNow(TICK_MS);
  if (latest === undefined && error && !isFetching) {
    return (
      <Notice tone="danger" action={<Button onClick={() => void refetch()}>Reload</Button>}>
        <b>Loading the error list for this station failed</b>
        {`\n${sentenceOf(error)}`}
      </Notice>
    );
  }
  if (latest === undefined) return <Loading />;
  if (latest === null) {
    return (
      <p className={styles.none}>
        <Icon of={IconCircleCheck} />
        No unresolved errors
      </p>
    );
  }
  const at = errorTime(latest);
  const occurred = `occurred ${exactMoment(at)} · ${agoText(ageMs(at, now) ?? 0)}`;
  return (
    <Notice tone="danger">
      <b>{reduceMessage(latest.error_message)}</b>
      {`\nLatest unresolved error · ${latest.job_type ?? "no job type"} · ${occurred}`}
    </Notice>
  );
}
