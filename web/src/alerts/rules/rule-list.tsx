import { conditionText, scopeText, type AlertRule } from "@groundcrew/shared/alerts";
import type { Channel } from "@groundcrew/shared/channels";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { failedWrite } from "../../data/api/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { DataList, listKind, rowText } from "../../kit/index.ts";
import { exactMoment, shortMoment, shownText } from "../../lib/index.ts";
import { Icon, Switch, toast } from "../../ui/index.ts";
import { channelKindForms, useChannels } from "../../notifications/index.ts";
import { SeverityPill } from "../pill.tsx";
import styles from "../alerts.module.css";
import { alertsText, lastAlertText, notifyText, offText, watchedText } from "./rule-texts.ts";
import { useSwitchRule } from "./use-rules.ts";
import { useOrganizationNames } from "../../manage/organizations/index.ts";

type Shown = {
  channels: readonly Channel[];
  organizations: ReadonlyMap<number, string>;
  showsOrganization: boolean;
  now: number;
  canChange: boolean;
  onSwitchOff: (rule: AlertRule) => void;
};

/** Rules with the people they notify and the alerts they have started. */
export const ruleList = listKind<AlertRule, Shown>()({
  label: "Rules",
  keyOf: ({ id }) => String(id),
  rowPx: 57,
  isQuiet: ({ enabled }) => !enabled,
  layout: {
    wide: {
      tracks: "minmax(0, 1.3fr) minmax(0, 1fr) minmax(0, 1.1fr) 130px 108px 44px",
      areas: ["name where notifies alerts severity switch"],
    },
    medium: {
      tracks: "minmax(0, 1fr) minmax(0, 1fr) 92px 44px",
      areas: ["name name severity switch", "where notifies alerts alerts"],
    },
    tiny: {
      tracks: "minmax(0, 1fr) minmax(0, 1fr) 44px",
      areas: ["name name switch", "where alerts alerts", "notifies notifies notifies", "severity severity severity"],
    },
  },
  columns: [
    { key: "name", title: "Rule", cell: (rule, { now }) => <Name rule={rule} now={now} /> },
    {
      key: "where",
      title: "Where",
      cell: (rule, { organizations, showsOrganization }) => (
        <TwoLines
          first={scopeText(rule.scope, organizations)}
          second={[showsOrganization ? rule.organization : "", watchedText(rule)].filter(Boolean).join(" · ")}
        />
      ),
    },
    {
      key: "notifies",
      title: "Notifies",
      cell: (rule, { channels, now }) => <Notifies rule={rule} channels={channels} now={now} />,
    },
    {
      key: "alerts",
      title: "Alerts",
      cell: (rule, { now }) => (
        <>
          <div>{alertsText(rule)}</div>
          <div className={rowText.second} title={rule.last_alert === null ? undefined : exactMoment(rule.last_alert)}>
            {lastAlertText(rule, now)}
          </div>
        </>
      ),
    },
    {
      key: "severity",
      title: "Severity",
      cell: ({ severity }) => <SeverityPill severity={severity} isLoud={false} />,
    },
    {
      key: "switch",
      title: "On",
      align: "end",
      cell: (rule, { canChange, onSwitchOff }) => <RuleSwitch {...{ rule, canChange, onSwitchOff }} />,
    },
  ],
});

type RuleListProps = Pick<Shown, "showsOrganization" | "onSwitchOff"> & {
  rules: readonly AlertRule[];
  user: SessionUser;
};

const NO_CHANNELS: readonly Channel[] = [];

export function RuleList({ rules, user, ...shown }: RuleListProps) {
  const { data: channels = NO_CHANNELS } = useChannels();
  const organizations = useOrganizationNames(user);
  const now = useServerNow();
  const canChange = user.can_admin || user.can_manage;
  return (
    <DataList kind={ruleList} rows={rules} isShort context={{ ...shown, channels, organizations, now, canChange }} />
  );
}

function Name({ rule, now }: { rule: AlertRule; now: number }) {
  const condition = shownText(conditionText(rule.condition));
  return (
    <>
      <Link to="/attention/rules/$rule" params={{ rule: String(rule.id) }} className={rowText.title}>
        {rule.name}
      </Link>
      <div className={rowText.second} title={condition}>
        {condition}
      </div>
      {!rule.enabled && <div className="anywhere caption soft">{offText(rule, now)}</div>}
    </>
  );
}

/** Switches a rule on at once, and asks before it is switched off. */
function RuleSwitch({ rule, canChange, onSwitchOff }: Pick<Shown, "canChange" | "onSwitchOff"> & { rule: AlertRule }) {
  const change = useSwitchRule({
    onError: (failure) => toast("danger", ...failedWrite(failure, "The rule was not changed.")),
  });
  function handleChange(enabled: boolean) {
    if (enabled) change.mutate({ rule, enabled, reason: null });
    else if (!change.isPending) onSwitchOff(rule);
  }
  return (
    <Switch
      label={`${rule.name}: on`}
      checked={change.pending?.enabled ?? rule.enabled}
      lock={canChange ? null : "Only managers change rules"}
      onChange={handleChange}
    />
  );
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <div className={rowText.first} title={first}>
        {first}
      </div>
      <div className={rowText.second}>{second}</div>
    </>
  );
}

type NotifiesProps = { rule: AlertRule; channels: readonly Channel[]; now: number };

/** Who is notified, or what keeps them from being notified. */
function Notifies({ rule, channels, now }: NotifiesProps) {
  const notified = channels.filter(({ id }) => rule.channels.includes(id));
  const failing = notified.find(({ state }) => state === "failing");
  return (
    <>
      <div className={rowText.first} title={notified.map(({ name }) => name).join(", ") || undefined}>
        {notified.map(({ id, kind, name }) => (
          <span key={id} className={styles.channel}>
            <Icon icon={channelKindForms[kind].icon} />
            {name}
          </span>
        ))}
        {rule.subscribers > 0 && (
          <span className={styles.channel}>
            <Icon icon={IconUsers} />
            {rule.subscribers === 1 ? "1 person" : `${rule.subscribers} people`}
          </span>
        )}
        {notified.length === 0 && rule.subscribers === 0 && "Nobody"}
      </div>
      {failing && rule.enabled ? (
        <div className={`danger ${styles.failing}`}>{failingText(failing, now)}</div>
      ) : (
        <div className={rowText.second}>{notifyText(rule)}</div>
      )}
    </>
  );
}

function failingText({ name, failing_since }: Channel, now: number): string {
  return failing_since === null ? `${name} is failing` : `${name} failing since ${shortMoment(failing_since, now)}`;
}
