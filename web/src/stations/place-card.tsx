import { canPlace } from "@groundcrew/shared/sites";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { allStationsQuery, type Station } from "@groundcrew/shared/stations";
import { IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { tellDone, useUndoBulkAct } from "../bulk-acts/index.ts";
import { TagPill } from "../sites/index.ts";
import { Button, Card, lazyDialog, Readings } from "../ui/index.ts";

const PlaceDialog = lazyDialog(async () => (await import("../bulk-acts/kinds/place.tsx")).PlaceDialog);

/** The site and the tags of a station; nothing for one without, unless the user may change them. */
export function PlaceCard({ station, user }: { station: Station; user: SessionUser }) {
  const [isOpen, setOpen] = useState(false);
  const undo = useUndoBulkAct();
  const { site_id: siteId, site_name: site, tags = [], cautions = [] } = station;
  const isEditor = canPlace(user, station);
  if (!isEditor && siteId === undefined && tags.length === 0) return null;
  return (
    <Card
      title="Site and Tags"
      aside={
        isEditor && (
          <Button icon={IconPencil} aria-label="Edit site and tags" onClick={() => setOpen(true)}>
            Edit
          </Button>
        )
      }
    >
      <Readings
        lines={[
          {
            label: "Site",
            value:
              siteId === undefined ? (
                "None"
              ) : (
                <Link to="/" search={allStationsQuery({ site: [String(siteId)] })} className="accent">
                  {site}
                </Link>
              ),
          },
          {
            label: "Tags",
            value: (
              <span className="inline-row wrap gap-2">
                {tags.length === 0
                  ? "None"
                  : tags.map((name) => <TagPill key={name} name={name} isCaution={cautions.includes(name)} />)}
              </span>
            ),
          },
        ]}
      />
      {isOpen && (
        <PlaceDialog
          user={user}
          stations={[station]}
          onBegun={(act) => tellDone(act, { onUndo: undo.mutate })}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  );
}
