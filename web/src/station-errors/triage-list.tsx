import { PAGE_SIZES, timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import { IconCalendarTime, IconCircleCheck, IconListCheck } from "@tabler/icons-react";
import { StaleBanner } from "../freshness/index.ts";
import { wholeNumber } from "../lib/index.ts";
import { Button, ChoiceMenu, Empty, Loading, Notice } from "../ui/index.ts";
import styles from "./error-chooser.module.css";
import { ErrorChooser, ErrorsFailed } from "./error-chooser.tsx";
import { selectAllLabel, triageText } from "./error-texts.ts";
import type { Triage } from "./use-triage.ts";

/** A station's errors that need triage, to select from. */
export function TriageList({ triage }: { triage: Triage }) {
  const { choice, counts, time, setTime } = triage;
  return (
    <>
      <div className={styles.head}>
        <output className={styles.count}>
          {`${wholeNumber(choice.ids.length)} selected`}
          {choice.count > 0 && (
            <Button tone="quiet" icon={IconListCheck} onClick={choice.pressAll}>
              {selectAllLabel(choice.count, PAGE_SIZES.triage)}
            </Button>
          )}
          {choice.ids.length > 0 && (
            <Button tone="quiet" onClick={choice.clear}>
              Clear
            </Button>
          )}
        </output>
        {counts && <span className={styles.counts}>{triageText(counts)}</span>}
        <ChoiceMenu
          name="Time"
          icon={IconCalendarTime}
          labels={timeWindowLabels}
          options={timeWindow.options}
          value={time}
          onChange={setTime}
        />
      </div>
      <Content triage={triage} />
    </>
  );
}

function Content({ triage: { received, error, freshness, reload, choice } }: { triage: Triage }) {
  if (!received && error) {
    return <ErrorsFailed error={error} onReload={reload} />;
  }
  if (!received) return <Loading />;
  const { errors, hasMore } = received;
  return (
    <>
      <StaleBanner freshness={freshness} content="the errors" onRefresh={reload} />
      {errors.length === 0 && <Empty icon={IconCircleCheck} sentence="There are no errors that need triage" />}
      {hasMore && (
        <div className={styles.cut}>
          <Notice tone="info">
            {`The newest ${wholeNumber(errors.length)} errors are shown. Older ones appear once these are resolved.`}
          </Notice>
        </div>
      )}
      {errors.length > 0 && <ErrorChooser label="Errors that need triage" choice={choice} />}
    </>
  );
}
