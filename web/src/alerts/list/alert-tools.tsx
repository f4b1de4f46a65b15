import { alertKind, isStaffKind, kindLabels, type AlertCounts } from "@groundcrew/shared/alerts";
import { IconArrowLeft, IconFilter } from "@tabler/icons-react";
import { FilterBar, OrderMenu, Segments, type ViewInAddress } from "../../kit/index.ts";
import { OrganizationMenu } from "../../manage/organizations/index.ts";
import { Button, ChoiceMenu } from "../../ui/index.ts";
import type { AlertsView } from "./view.ts";

type AlertToolsProps = { view: ViewInAddress<AlertsView>; counts: AlertCounts | undefined; isAdmin: boolean };

const ownerLabels = { all: "All", unassigned: "Unassigned", mine: "Mine" } as const;

const sortLabels = { new: "New first", severity: "Severity", newest: "Newest", oldest: "Oldest" } as const;

/** The filters of alerts. */
export function AlertTools({ view, counts, isAdmin }: AlertToolsProps) {
  const { on, change } = view;
  const isEnded = view.view.section === "ended";
  const kinds = alertKind.options.filter((one) => isAdmin || !isStaffKind(one));
  return (
    <FilterBar
      view={view}
      hasLink
      filters={{
        section: isEnded && (
          <Button icon={IconArrowLeft} onClick={() => change({ section: "active" })}>
            Active Alerts
          </Button>
        ),
        own: !isEnded && (
          <Segments
            label="Owner"
            labels={ownerLabels}
            options={["all", "unassigned", "mine"]}
            counts={counts}
            {...on("own")}
          />
        ),
        org: isAdmin && <OrganizationMenu {...on("org")} />,
        kind: (
          <ChoiceMenu
            name="Kind"
            icon={IconFilter}
            labels={{ "": "All", ...kindLabels }}
            options={["", ...kinds]}
            {...on("kind")}
          />
        ),
        sort: !isEnded && (
          <OrderMenu labels={sortLabels} options={["new", "severity", "newest", "oldest"]} {...on("sort")} />
        ),
      }}
      search={{ syntax: "text", help: "Finds alerts whose title, station, organization or site contains the text." }}
    />
  );
}
