import {
  getMyNotifications,
  listMyDevices,
  type MyNotifications,
  type PersonalTopic,
} from "@groundcrew/shared/notifications";
import { IconBell, IconDevices, IconMail, IconMoon } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useServerData } from "../data/index.ts";
import { Loaded } from "../kit/index.ts";
import { countText } from "../lib/index.ts";
import { currentUser } from "../sessions/index.ts";
import { buttonClass, Card, classes, Switch } from "../ui/index.ts";
import { AccountLine } from "./account-line.tsx";
import { useDeviceNotices } from "./devices/use-devices.ts";

const NEW_DEVICE = "Email me when I log in on a new device";

const topicLabels = [
  ["assigned", "assignments"],
  ["maintenance_ending", "maintenance ending soon"],
  ["availability", "monthly reports"],
] as const satisfies readonly [PersonalTopic, string][];

/** The notifications of the user. `isOn`: whether there are emails about logins on new devices. */
export function NotificationsCard({ isOn }: { isOn: boolean }) {
  const user = currentUser(useQueryClient());
  // Until then the server answers calls about the account alone.
  if (user?.required_step?.is_due) return <NewDeviceCard isOn={isOn} />;
  return <AllNotificationsCard isOn={isOn} />;
}

function NewDeviceCard({ isOn }: { isOn: boolean }) {
  return (
    <Card title="Notifications">
      <ul className="ruled">
        <NewDeviceLine isOn={isOn} />
      </ul>
    </Card>
  );
}

/** How the user is notified, most of which they change in Attention. */
function AllNotificationsCard({ isOn }: { isOn: boolean }) {
  const devices = useServerData(listMyDevices, { query: {} }, { isSecondary: true }).data ?? [];
  const receiving = devices.filter(({ ended }) => ended === null).length;
  const change = (
    <Link to="/attention/me" className={classes("push-right", buttonClass("plain"))} aria-label="Change Notifications">
      Change
    </Link>
  );
  return (
    <Card title="Notifications" aside={change}>
      <Loaded query={useServerData(getMyNotifications, { query: {} })} content="your notifications">
        {(mine) => (
          <ul className="ruled">
            <AccountLine icon={IconMail} title="Email" text={`On: ${subjectsText(mine, "email")}`} />
            <AccountLine
              icon={IconBell}
              title="Push"
              text={receiving === 0 ? "Off" : `On ${countText(receiving, "device")}: ${subjectsText(mine, "push")}`}
            />
            <AccountLine icon={IconMoon} title="Quiet Hours" text={quietText(mine.quiet)} />
            <NewDeviceLine isOn={isOn} />
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

/** The switch of emails about logins on new devices. */
function NewDeviceLine({ isOn }: { isOn: boolean }) {
  const { pending, mutate } = useDeviceNotices();
  return (
    <AccountLine icon={IconDevices} title="New Devices" text={NEW_DEVICE}>
      <Switch label={NEW_DEVICE} checked={pending ?? isOn} lock={null} onChange={mutate} />
    </AccountLine>
  );
}

/** Of what the user is notified: `3 rules, assignments`. Changes of the password and the like are always sent by email. */
function subjectsText({ rules, topics }: MyNotifications, way: "email" | "push"): string {
  const count = rules.filter((rule) => rule[way] && rule.enabled).length;
  const labels = topicLabels.flatMap(([topic, label]) => (topics[topic][way] ? [label] : []));
  const always = way === "email" ? ["account security"] : [];
  const all = [...(count === 0 ? [] : [countText(count, "rule")]), ...labels, ...always];
  return all.length === 0 ? "nothing" : all.join(", ");
}

function quietText(quiet: MyNotifications["quiet"]): string {
  return quiet === null ? "None" : `${quiet.from} to ${quiet.to}, ${quiet.zone}`;
}
