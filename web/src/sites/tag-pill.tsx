import { IconAlertTriangle, IconTag } from "@tabler/icons-react";
import { Pill } from "../ui/index.ts";

/** A tag of a station. */
export function TagPill({ name, isCaution }: { name: string; isCaution: boolean }) {
  return (
    <Pill
      tone={isCaution ? "warn" : "plain"}
      icon={isCaution ? IconAlertTriangle : IconTag}
      title={`Station tag ${name}`}
    >
      {name}
    </Pill>
  );
}
