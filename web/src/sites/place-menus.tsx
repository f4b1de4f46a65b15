import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconMapPin, IconTag } from "@tabler/icons-react";
import { type Choices, loadedChoices, PickerMenu, type ViewInAddress } from "../kit/index.ts";
import { OrganizationMenu } from "../manage/organizations/index.ts";
import { useSiteChoices, useTagChoices } from "./choices.ts";

type Places = { org: string; site: string; tag: string };

/** The filters by organization, for admins, and by the site and the tag that stations have now. Another organization has other sites. */
export function placeFilters(
  { view, on, change }: Pick<ViewInAddress<Places>, "view" | "on" | "change">,
  { can_admin: isAdmin }: Pick<SessionUser, "can_admin">,
) {
  return {
    org: isAdmin && <OrganizationMenu value={view.org} onChange={(org) => change({ org, site: "" })} />,
    site: <SiteMenu orgId={view.org} {...on("site")} />,
    tag: <TagMenu {...on("tag")} />,
  };
}

type MenuProps = { value: string; onChange: (value: string) => void };

/** One of an organization's sites, or of all. Nothing while there are none. */
function SiteMenu({ orgId, ...one }: MenuProps & { orgId: string }) {
  const items = useSiteChoices(orgId === "" ? undefined : Number(orgId));
  return isUsed(items, one) && <PickerMenu label="Site" icon={IconMapPin} none="All" items={items} {...one} />;
}

/** One of the tags. Nothing while there are none. */
function TagMenu(one: MenuProps) {
  const items = useTagChoices();
  return isUsed(items, one) && <PickerMenu label="Tag" icon={IconTag} none="All" items={items} {...one} />;
}

function isUsed(items: Choices, { value }: MenuProps): boolean {
  return value !== "" || (loadedChoices(items)?.length ?? 0) > 0;
}
