import { Card, Switch } from "../../ui/index.ts";
import { useDeviceNotices } from "./use-devices.ts";

const NEW_DEVICE = "Mail me about a sign-in from a new device";

/** The emails that the user gets about their account. */
export function NoticesCard({ isOn }: { isOn: boolean }) {
  const { pending, mutate } = useDeviceNotices();
  return (
    <Card title="Notices">
      <div className="row gap-2">
        <Switch label={NEW_DEVICE} checked={pending ?? isOn} lock={null} onChange={mutate} />
        <span aria-hidden>{NEW_DEVICE}</span>
      </div>
    </Card>
  );
}
