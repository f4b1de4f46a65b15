import type { SessionUser } from "@groundcrew/shared/sessions";
import { StationConfigPage } from "../configs/index.ts";
import { PageHead } from "../kit/index.ts";
import { SwapCountsPage } from "../stats/index.ts";
import { TabLinks } from "../ui/index.ts";
import { EntriesPage } from "./entries-page.tsx";
import { ssotLinks as links } from "./links.ts";
import { ssotPages, type SsotPageName } from "./pages.ts";

/** The SSoT area: the configurations, hardware, replaceables and swap counts of stations. */
export function SsotPage({ page, user }: { page: SsotPageName; user: SessionUser }) {
  return (
    <>
      <PageHead name={links[page].label} title="SSoT" hidesTitle />
      <TabLinks label="SSoT" keepsSettings links={links} tabs={ssotPages(user)} chosen={page} />
      {page === "" && <StationConfigPage user={user} />}
      {(page === "hw-variation" || page === "replaceables") && (
        <EntriesPage key={page} kind={page === "replaceables" ? "replaceables" : "ssot"} user={user} />
      )}
      {page === "swaps" && <SwapCountsPage user={user} />}
    </>
  );
}
