import { ageMs } from "@groundcrew/shared/lib";
import { errorTime, jobTypeOf, reduceMessage } from "@groundcrew/shared/station-errors";
import { IconCircleCheck } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { useServerNow } from "../clock/index.ts";
import { StaleBanner } from "../freshness/index.ts";
import { agoText, exactMoment } from "../lib/index.ts";
import { useLatestError } from "../station-errors/index.ts";
import { Button, classes, Icon, Loading, Notice } from "../ui/index.ts";
import styles from "./data-history.module.css";

/** The unresolved error of a station that was logged last, or a text that there is none. */
export function LatestError({ station }: { station: string }) {
  const { data: latest, error, isFetching, freshness, refetch } = useLatestError(station);
  const banner = <StaleBanner freshness={freshness} content="the latest error" onRefresh={() => void refetch()} />;
  const now = useServerNow();
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
      <>
        {banner}
        <p className={classes(styles.none, freshness.kind === "stale" && styles.old)}>
          <Icon icon={IconCircleCheck} />
          No unresolved errors
        </p>
      </>
    );
  }
  const at = errorTime(latest);
  const occurred = `occurred ${exactMoment(at)} · ${agoText(ageMs(at, now) ?? 0)}`;
  return (
    <>
      {banner}
      <Notice tone="danger">
        <b>{reduceMessage(latest.error_message)}</b>
        {`\nLatest unresolved error · ${jobTypeOf(latest) ?? "no job type"} · ${occurred}`}
      </Notice>
    </>
  );
}
