import { toCsv } from "@groundcrew/shared/lib";
import { canPlace, listStationTags, usedText, type StationTag } from "@groundcrew/shared/sites";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { allStationsQuery } from "@groundcrew/shared/stations";
import { IconDownload, IconPencil, IconPlus, IconTag } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { serverNow } from "../data/clock/index.ts";
import { useServerData } from "../data/index.ts";
import { ImportLink, Loaded } from "../kit/index.ts";
import { countText, csvName, saveCsv, wholeNumber } from "../lib/index.ts";
import { Button, Card, Empty, IconButton } from "../ui/index.ts";
import { ListLimit, usePortions } from "./portions.tsx";
import styles from "./sites.module.css";
import { NewTagDialog, TagDialog } from "./tag-dialog.tsx";
import { TagPill } from "./tag-pill.tsx";

/** The tags of stations. */
export function TagsCard({ user }: { user: SessionUser }) {
  const query = useServerData(listStationTags, { query: {} });
  const [open, setOpen] = useState<StationTag | "new" | null>(null);
  const close = () => setOpen(null);
  const opened = open === "new" ? null : open;
  const current = query.data?.find(({ id }) => id === opened?.id);
  return (
    <Card
      title="Tags"
      count={query.data?.length}
      aside={
        <Button icon={IconPlus} onClick={() => setOpen("new")}>
          New Tag
        </Button>
      }
    >
      <div className="row wrap gap-2">
        <p className="caption muted grow">Of stations. Those of entries are under Support Log.</p>
        <IconButton
          icon={IconDownload}
          label="Download CSV"
          disabled={!query.data?.length}
          onClick={() => saveCsv(csvName("STATION_TAGS", serverNow()), csvOf(query.data ?? []))}
        />
        {user.can_admin && <ImportLink kind="station_tags" />}
      </div>
      <Loaded query={query} content="tags" empty={<Empty icon={IconTag} sentence="No tags yet" />}>
        {(tags) => <Tags tags={cautionsFirst(tags)} user={user} onEdit={setOpen} />}
      </Loaded>
      <ListLimit listed={query.data?.length} />
      {open === "new" && <NewTagDialog user={user} onClose={close} />}
      {opened && (
        <TagDialog
          tag={current ?? opened}
          others={query.data?.filter(({ id, org_id }) => id !== opened.id && org_id === opened.org_id) ?? []}
          isDeleted={query.data !== undefined && current === undefined}
          onClose={close}
        />
      )}
    </Card>
  );
}

type TagsProps = { tags: readonly StationTag[]; user: SessionUser; onEdit: (tag: StationTag) => void };

function Tags({ tags, user, onEdit }: TagsProps) {
  const { portion, showMore } = usePortions(tags);
  return (
    <>
      <ul className="m-0 p-0" aria-label="Tags">
        {portion.map((tag) => (
          <Item key={tag.id} tag={tag} user={user} onEdit={() => onEdit(tag)} />
        ))}
      </ul>
      {showMore}
    </>
  );
}

/** The content of the file that Download CSV saves. */
function csvOf(tags: readonly StationTag[]): string {
  return toCsv(
    CSV_COLUMNS.map(([title]) => title),
    tags.map((tag) => CSV_COLUMNS.map(([, field]) => tag[field])),
  );
}

const CSV_COLUMNS = [
  ["Tag", "name"],
  ["Organization", "organization"],
  ["Meaning", "meaning"],
  ["Note", "note"],
  ["Stations", "stations"],
] as const satisfies readonly (readonly [string, keyof StationTag])[];

function cautionsFirst(tags: readonly StationTag[]): StationTag[] {
  return tags.toSorted((a, b) => Number(b.meaning === "caution") - Number(a.meaning === "caution"));
}

function Item({ tag, user, onEdit }: { tag: StationTag; user: SessionUser; onEdit: () => void }) {
  const { name, meaning, note, stations, organization } = tag;
  // Names of others are of interest to those who see several organizations.
  const about = [note, tag.org_id !== user.org_id && organization, usedText(tag)];
  return (
    <li className={`grid gap-2 align-center border-below py-2 small ${styles.tag}`}>
      <span className="flex min-0">
        <TagPill name={name} isCaution={meaning === "caution"} />
      </span>
      <Link
        to="/"
        search={allStationsQuery({ tags: [name] })}
        className="strong accent"
        aria-label={`${countText(stations, "station")} tagged ${name}`}
      >
        {wholeNumber(stations)}
      </Link>
      {canPlace(user, tag) ? (
        <IconButton tone="quiet" icon={IconPencil} label={`Edit tag ${name}`} onClick={onEdit} />
      ) : (
        <span />
      )}
      <span className={`caption soft ${styles.about}`}>{about.filter(Boolean).join(" · ")}</span>
    </li>
  );
}
