import { useRef } from "react";
import { conditionText, type AlertRule } from "@groundcrew/shared/alerts";
import type { Channel } from "@groundcrew/shared/channels";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useServerNow } from "../../clock/index.ts";
import { exactMoment, shortMoment } from "../../lib/index.ts";
import { classes, Icon, Switch, useRowKeys } from "../../ui/index.ts";
import { channelIcons, useChannels } from "../channels/index.ts";
import { SeverityPill } from "../pill.tsx";
import styles from "./rule-list.module.css";
import { alertsText, lastAlertText, notifyText, offText, watchedText, whereText } from "./rule-texts.ts";
import { useOrganizationNames } from "./use-organization-names.ts";

type RuleListProps = {
  rules: readonly AlertRule[];
  user: SessionUser;
  showsOrganization: boolean;
  onSwitch: (rule: AlertRule, enabled: boolean) => void;
};

export function RuleList({ rules, user, showsOrganization, onSwitch }: RuleListProps) {
  const { data: channels } = useChannels();
  const organizations = useOrganizationNames(user);
  const now = useServerNow();
  const canChange = user.can_admin || user.can_manage;
  const list = useRef<HTMLUListElement>(null);
  useRowKeys({ list, keys: rules.map(({ id }) => String(id)) });
  return (
    <div className={styles.list}>
      <div className={classes(styles.grid, styles.headings)} aria-hidden>
        <span className={styles.name}>Rule</span>
        <span className={styles.where}>Where</span>
        <span className={styles.notifies}>Notifies</span>
        <span className={styles.alerts}>Alerts</span>
        <span className={styles.severity}>Severity</span>
        <span className={styles.switch}>On</span>
      </div>
      <ul ref={list} aria-label="Rules">
        {rules.map((rule) => (
          <RuleRow
            key={rule.id}
            {...{ rule, organizations, now, canChange }}
            channels={channels ?? []}
            showsOrganization={showsOrganization}
            onSwitch={(enabled) => onSwitch(rule, enabled)}
          />
        ))}
      </ul>
    </div>
  );
}

type RuleRowProps = {
  rule: AlertRule;
  channels: readonly Channel[];
  organizations: ReadonlyMap<number, string>;
  now: number;
  showsOrganization: boolean;
  canChange: boolean;
  onSwitch: (enabled: boolean) => void;
};

function RuleRow({ rule, channels, organizations, now, showsOrganization, canChange, onSwitch }: RuleRowProps) {
  const condition = conditionText(rule.condition);
  const where = whereText(rule, organizations);
  return (
    <li data-key={rule.id} className={classes(styles.row, !rule.enabled && styles.off)}>
      <div className={styles.grid}>
        <div className={styles.name}>
          <Link to="/attention/$" params={{ _splat: `rules/${rule.id}` }} className={styles.title}>
            {rule.name}
          </Link>
          <div className={styles.second} title={condition}>
            {condition}
          </div>
          {!rule.enabled && <div className={styles.why}>{offText(rule)}</div>}
        </div>
        <div className={styles.where}>
          <div className={styles.line} title={where}>
            {where}
          </div>
          <div className={styles.second}>
            {[showsOrganization ? rule.organization : "", watchedText(rule)].filter(Boolean).join(" · ")}
          </div>
        </div>
        <Notifies rule={rule} channels={channels} now={now} />
        <div className={styles.alerts}>
          <div>{alertsText(rule)}</div>
          <div className={styles.second} title={rule.last_alert === null ? undefined : exactMoment(rule.last_alert)}>
            {lastAlertText(rule, now)}
          </div>
        </div>
        <span className={styles.severity}>
          <SeverityPill severity={rule.severity} isLoud={false} />
        </span>
        <span className={styles.switch}>
          <Switch
            label={`${rule.name}: on`}
            checked={rule.enabled}
            lock={canChange ? null : "Only managers change rules"}
            onChange={onSwitch}
          />
        </span>
      </div>
    </li>
  );
}

type NotifiesProps = Pick<RuleRowProps, "rule" | "channels" | "now">;

/** Who is notified, or what keeps them from being notified. */
function Notifies({ rule, channels, now }: NotifiesProps) {
  const own = channels.filter(({ id }) => rule.channels.includes(id));
  const failing = own.find(({ state }) => state === "failing");
  return (
    <div className={styles.notifies}>
      <div className={styles.channels} title={own.map(({ name }) => name).join(", ") || undefined}>
        {own.map(({ id, kind, name }) => (
          <span key={id} className={styles.channel}>
            <Icon icon={channelIcons[kind]} />
            {name}
          </span>
        ))}
        {rule.subscribers > 0 && (
          <span className={styles.channel}>
            <Icon icon={IconUsers} />
            {rule.subscribers === 1 ? "1 person" : `${rule.subscribers} people`}
          </span>
        )}
        {own.length === 0 && rule.subscribers === 0 && "Nobody"}
      </div>
      {failing && rule.enabled ? (
        <div className={styles.failing}>{failingText(failing, now)}</div>
      ) : (
        <div className={styles.second}>{notifyText(rule)}</div>
      )}
    </div>
  );
}

function failingText({ name, failing_since }: Channel, now: number): string {
  return failing_since === null ? `${name} is failing` : `${name} failing since ${shortMoment(failing_since, now)}`;
}

const LOADING_ROWS = [1, 2, 3, 4] as const;

/** Rows without content while the list is loading. */
export function LoadingRules() {
  return (
    <output aria-label="Loading rules" className={styles.loading}>
      {LOADING_ROWS.map((row) => (
        <span key={row} className={styles.row}>
          <span className={styles.grid}>
            <i className={classes(styles.blank, styles.name)} />
            <i className={classes(styles.blank, styles.where)} />
            <i className={classes(styles.blank, styles.notifies)} />
            <i className={classes(styles.blank, styles.severity)} />
          </span>
        </span>
      ))}
    </output>
  );
}
