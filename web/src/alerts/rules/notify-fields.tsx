import type { Channel } from "@groundcrew/shared/channels";
import { IconDeviceMobile, IconSend, IconX } from "@tabler/icons-react";
import { useServerNow } from "../../data/clock/index.ts";
import { PickerChips, timeZones } from "../../kit/index.ts";
import type { Form } from "../../lib/index.ts";
import { Button, CheckField, Icon, IconButton, SelectField, TextField, Pill } from "../../ui/index.ts";
import {
  channelKindForms,
  channelText,
  shownState,
  stateText,
  TestResult,
  useTestChannel,
} from "../../notifications/index.ts";
import type { RuleValues } from "./rule-form.ts";
import styles from "../alerts.module.css";
import { spanText } from "./rule-texts.ts";
import { Checks } from "./kinds/fields.tsx";

type NotifyFieldsProps = {
  form: Form<RuleValues>;
  channels: readonly Channel[];
  /** How many people have chosen to be notified. */
  subscribers: number;
};

const groups = [
  { value: "alert", label: "Each alert" },
  { value: "site", label: "All stations of a site" },
  { value: "organization", label: "All stations of an organization" },
  { value: "hour", label: "All alerts within an hour" },
];
const repeats = ["", "60", "240", "720", "1440"];

/** Who is notified, how often, and when not. */
export function NotifyFields({ form, channels, subscribers }: NotifyFieldsProps) {
  const { value: chosen, error, onChange } = form.list("channels");
  const repeat = form.choice("repeat_minutes");
  const own = channels.filter(({ id }) => chosen.includes(String(id)));
  const others = repeats.includes(repeat.value) ? repeats : [...repeats, repeat.value];
  return (
    <>
      <ul className="bordered rounded ruled" aria-label="Channels of this rule">
        {own.map((channel) => (
          <ChannelRow
            key={channel.id}
            channel={channel}
            onRemove={() => onChange(chosen.filter((id) => id !== String(channel.id)))}
          />
        ))}
        <li className={`align-center grid small ${styles.channelField}`}>
          <Icon icon={IconDeviceMobile} />
          <span>
            <b>People who subscribe</b>
            <span className={`ellipsis caption muted clip ${styles.ruleAbout}`}>{subscribersText(subscribers)}</span>
          </span>
        </li>
      </ul>
      <PickerChips
        label="Channels"
        action="Add a channel"
        isBare
        items={channels
          .filter(({ kind }) => !channelKindForms[kind].onlyReceives)
          .map((channel) => ({ id: String(channel.id), label: channel.name, about: channelText(channel) }))}
        value={chosen}
        error={error}
        onChange={onChange}
      />
      <div className="halves grid gap-3 align-start one-column-small">
        <SelectField
          label="One Message For"
          hint="Alerts of one site within 2 minutes go out together."
          options={groups}
          {...form.choice("group_by")}
        />
        <SelectField
          label="Repeat"
          options={others.map((minutes) => ({
            value: minutes,
            label: minutes === "" ? "Never" : `Every ${spanText(Number(minutes))}, while unacknowledged`,
          }))}
          {...repeat}
        />
      </div>
      <QuietFields form={form} />
      <CheckField
        label="On recovery, notify those who were notified"
        hint="Sent only to those who received the alert."
        {...form.check("tells_recovery")}
      />
    </>
  );
}

function subscribersText(count: number): string {
  const who = count === 0 ? "nobody yet" : count === 1 ? "1 person" : `${count} people`;
  return `${who}, by email or push as they choose in My Notifications`;
}

function ChannelRow({ channel, onRemove }: { channel: Channel; onRemove: () => void }) {
  const test = useTestChannel();
  const now = useServerNow();
  const { kind, name, id } = channel;
  const shown = shownState(channel);
  return (
    <li>
      <div className={`align-center grid small ${styles.channelField}`}>
        <Icon icon={channelKindForms[kind].icon} />
        <span>
          <b>{name}</b>
          <span className={`ellipsis caption muted clip ${styles.ruleAbout}`}>{channelText(channel)}</span>
        </span>
        <Pill tone={shown.tone} icon={shown.icon} title={stateText(channel, now)}>
          {shown.label}
        </Pill>
        <span className={`flex gap-1 ${styles.ruleActs}`}>
          <Button icon={IconSend} aria-label={`Test ${name}`} busy={test.isPending} onClick={() => test.mutate(id)}>
            Test
          </Button>
          <IconButton tone="quiet" icon={IconX} label={`Remove ${name} from this rule`} onClick={onRemove} />
        </span>
      </div>
      <TestResult result={test.data} error={test.error} isPaused={channel.state === "paused"} />
    </li>
  );
}

const days = new Map(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].map((day, index) => [String(index), day]));

function QuietFields({ form }: Pick<NotifyFieldsProps, "form">) {
  return (
    <>
      <CheckField
        label="Quiet period"
        hint="Held notifications are sent when it ends if the alert is still active."
        {...form.check("quiet")}
      />
      {form.values.quiet && (
        <div className={`grid gap-3 ${styles.ruleQuiet}`}>
          <div className="halves grid gap-3 align-start one-column-small">
            <TextField label="From" type="time" {...form.text("from")} />
            <TextField label="To" type="time" {...form.text("to")} />
          </div>
          <Checks
            group="Days that are quiet all day"
            title={<span className={`ellipsis caption muted clip ${styles.ruleAbout}`}>All day on</span>}
            labels={days}
            {...form.list("days")}
          />
          <SelectField label="Time Zone" options={timeZones(form.values.time_zone)} {...form.choice("time_zone")} />
          <CheckField label="Send urgent alerts anyway" {...form.check("urgent_passes")} />
        </div>
      )}
    </>
  );
}
