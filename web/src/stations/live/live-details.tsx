import { IconAccessPoint, IconSparkles } from "@tabler/icons-react";
import { pageMs, toServerTime } from "../../data/clock/index.ts";
import { useLive, useLiveDetails } from "../../data/live/index.ts";
import { usePageValue } from "../../page/index.ts";
import { Icon, Switch } from "../../ui/index.ts";
import { breaksText, delayText, lastChangeText, lastMinuteText, stateText } from "./live-texts.ts";
import { marksChoice } from "./marks.ts";
import styles from "../list/stations-page.module.css";

/** The connection in numbers, and its switches. */
export function Details() {
  const { state, setOff } = useLive();
  const details = useLiveDetails();
  const isOn = usePageValue(marksChoice);
  const rows: [string, string][] = [
    ["State", stateText(state, toServerTime)],
    ["Last change", lastChangeText(details, pageMs())],
    ["Delay", delayText(details)],
    ["In the last minute", lastMinuteText(details)],
    ["Interruptions", breaksText(details, toServerTime)],
  ];
  return (
    <div className={`max-full small ${styles.details}`}>
      <h2>This browser</h2>
      <dl className="mb-2">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={`min-32 row gap-2 ${styles.choice}`}>
        <Icon icon={IconSparkles} />
        <span>Mark changed rows</span>
        <Switch label="Mark changed rows" checked={isOn} lock={null} onChange={marksChoice.set} />
      </div>
      <div className={`min-32 row gap-2 ${styles.choice}`}>
        <Icon icon={IconAccessPoint} />
        <span>Live in this browser</span>
        <Switch
          label="Live in this browser"
          checked={state.kind !== "off"}
          lock={null}
          onChange={(checked) => setOff(!checked)}
        />
      </div>
    </div>
  );
}
