import type { SupportLogReply } from "@groundcrew/shared/support-log";
import { IconLock, IconWorld } from "@tabler/icons-react";
import { HoldButton } from "../ui/index.ts";
import { useVisibility } from "./use-log-changes.ts";

/** Shows whether an entry is public. Holding it for two seconds changes that. */
export function VisibilityButton({ entry }: { entry: Pick<SupportLogReply, "id" | "station_name" | "public"> }) {
  const { mutate, isPending, pending } = useVisibility(entry);
  const isPublic = pending ?? entry.public;
  return (
    <HoldButton
      label={isPublic ? "Public" : "Private"}
      icon={isPublic ? IconWorld : IconLock}
      hint={`hold for 2 seconds to make it ${isPublic ? "private" : "public"}`}
      isOn={isPublic}
      busy={isPending}
      onHeld={() => mutate(!isPublic)}
    />
  );
}
