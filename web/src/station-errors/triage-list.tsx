import { timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import { IconCalendarTime, IconCircleCheck } from "@tabler/icons-react";
import { wholeNumber } from "../lib/index.ts";
import { Button, ChoiceMenu, Empty, Loading, Notice } from "../ui/index.ts";
import { ErrorChooser } from "./error-chooser.tsx";
import styles from "./error-chooser.module.css";
import { ErrorsFailed } from "./errors-failed.tsx";
import type { Triage } from "./use-triage.ts";

/** The errors of a station that wait for triage, to choose from. */
export function TriageList({ triage }: { triage: Triage }) {
  const { choice, time, setTime } = triage;
  return (
    <>
      <div className={styles.head}>
        <output className={styles.count}>
          {`${wholeNumber(choice.ids.length)} selected`}
          {choice.ids.length > 0 && (
            <Button tone="quiet" onClick={choice.clear}>
              Clear
            </Button>
          )}
        </output>
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

function Content({ triage: { received, error, reload, choice } }: { triage: Triage }) {
  if (!received && error) {
    return <ErrorsFailed error={error} onReload={reload} />;
  }
  if (!received) return <Loading />;
  const { errors, isCut } = received;
  if (errors.length === 0) return <Empty icon={IconCircleCheck} sentence="There are no errors that need triage" />;
  return (
    <>
      {isCut && (
        <div className={styles.cut}>
          <Notice tone="info">
            {`The newest ${wholeNumber(errors.length)} errors are shown. Older ones follow as these are resolved.`}
          </Notice>
        </div>
      )}
      <ErrorChooser label="Errors that need triage" choice={choice} />
    </>
  );
}
