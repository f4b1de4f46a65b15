import { IconMapPin, IconTag } from "@tabler/icons-react";
import { type Choices, loadedChoices, PickerMenu } from "../kit/index.ts";
import { useSiteChoices, useTagChoices } from "./choices.ts";

type MenuProps = { value: string; onChange: (value: string) => void };

/** The filter by the site that stations are at now: one of an organization's, or of all. Nothing while there are none. */
export function SiteMenu({ orgId, ...one }: MenuProps & { orgId: string }) {
  const items = useSiteChoices(orgId === "" ? undefined : Number(orgId));
  return isUsed(items, one) && <PickerMenu label="Site" icon={IconMapPin} none="All" items={items} {...one} />;
}

/** The filter by a tag that stations have now. Nothing while there are none. */
export function TagMenu(one: MenuProps) {
  const items = useTagChoices();
  return isUsed(items, one) && <PickerMenu label="Tag" icon={IconTag} none="All" items={items} {...one} />;
}

function isUsed(items: Choices, { value }: MenuProps): boolean {
  return value !== "" || (loadedChoices(items)?.length ?? 0) > 0;
}
