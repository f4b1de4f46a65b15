import { foldText } from "@groundcrew/shared/lib";
import { listStationTags, tagName, type StationTag } from "@groundcrew/shared/sites";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { Station } from "@groundcrew/shared/stations";
import { IconPlus } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useServerData } from "../data/index.ts";
import { Loaded } from "../kit/index.ts";
import { countText } from "../lib/index.ts";
import { Button, FormText, Notice, TextField } from "../ui/index.ts";
import styles from "./sites.module.css";
import { TagPill } from "./tag-pill.tsx";
import { useNewTag } from "./use-sites.ts";

/** Tags that all stations get (true) or lose, by name. */
export type ChosenTags = ReadonlyMap<string, boolean>;

type TagFieldsProps = {
  user: SessionUser;
  stations: readonly Station[];
  chosen: ChosenTags;
  onChange: (tags: ChosenTags) => void;
};

/** The tags that stations can have: on all of them, some or none. One that is missing can be created. */
export function TagFields({ user, stations, chosen, onChange }: TagFieldsProps) {
  const [text, setText] = useState("");
  const query = useServerData(listStationTags, { query: {} });
  const organizations = new Set(stations.map(({ org_id }) => org_id));
  const [first] = stations;
  const isOfSeveral = organizations.size > 1;
  const tags = usableTags(query.data ?? [], organizations);
  function set(name: string, isOn: boolean | undefined): void {
    const next = new Map(chosen);
    if (isOn === undefined || countOf(stations, name) === (isOn ? stations.length : 0)) next.delete(name);
    else next.set(name, isOn);
    onChange(next);
  }
  function handleCreated(): void {
    set(text, true);
    setText("");
  }
  const isNew = !isOfSeveral && tagName.safeParse(text).success && !tags.some(({ name }) => name === text);
  return (
    <fieldset className="column gap-2 m-0 p-0 no-border">
      <legend className="visually-hidden">Tags</legend>
      <TextField
        label={isOfSeveral ? "Find a tag" : "Find or create a tag"}
        autoComplete="off"
        maxLength={30}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {isNew && first && <NewTag name={text} station={first} user={user} onDone={handleCreated} />}
      {isOfSeveral && (
        <FormText>
          Only tags that all these stations can have are listed: they belong to several organizations, which have their
          own tags.
        </FormText>
      )}
      <Loaded query={query} content="tags">
        {() => (
          <ul className={`m-0 p-0 panel ${styles.tags}`} aria-label="Tags">
            {tags
              .filter(({ name }) => name.includes(foldText(text.trim())))
              .map(({ name, isCaution }) => (
                <TagField
                  key={name}
                  name={name}
                  isCaution={isCaution}
                  isOn={chosen.get(name)}
                  count={countOf(stations, name)}
                  total={stations.length}
                  onChange={(isOn) => set(name, isOn)}
                />
              ))}
          </ul>
        )}
      </Loaded>
      {chosen.size > 0 && <Effects {...{ chosen, tags, stations }} />}
    </fieldset>
  );
}

type NewTagProps = {
  name: string;
  user: SessionUser;
  /** One of the stations, which are of one organization. */
  station: Station;
  onDone: () => void;
};

/** Creates a tag of the user's organization or, for admins, also one of the stations' organization. */
function NewTag({ name, user, station, onDone }: NewTagProps) {
  const { org_id: orgId, organization_name: organization } = station;
  const { mutate, isPending } = useNewTag({ onDone });
  const create = (org_id: number) => () => mutate({ name, meaning: "plain", note: "", org_id });
  const ofStations = `Create “${name}” in ${organization}`;
  if (!user.can_admin || user.org_id === orgId) {
    return (
      <div>
        <Button icon={IconPlus} busy={isPending} onClick={create(orgId)}>
          {ofStations}
        </Button>
      </div>
    );
  }
  return (
    <div className="row wrap gap-2">
      <Button icon={IconPlus} busy={isPending} onClick={create(user.org_id)}>
        {`Create “${name}” for Staff`}
      </Button>
      <Button tone="quiet" icon={IconPlus} busy={isPending} onClick={create(orgId)}>
        {ofStations}
      </Button>
    </div>
  );
}

/** How many of the stations have a tag. */
function countOf(stations: readonly Station[], tag: string): number {
  return stations.filter(({ tags }) => tags?.includes(tag)).length;
}

type EffectsProps = Pick<TagFieldsProps, "stations" | "chosen"> & { tags: readonly UsableTag[] };

/** How many stations get or lose the chosen tags, and what looks at them. */
function Effects({ stations, chosen, tags }: EffectsProps) {
  const lines = [...chosen].map(([name, isOn]) => {
    const having = countOf(stations, name);
    const rules = tags.find((tag) => tag.name === name)?.rules ?? 0;
    return effectText({ name, isOn, count: isOn ? stations.length - having : having, rules });
  });
  return <Notice tone="info">{lines.join("\n")}</Notice>;
}

type Effect = { name: string; isOn: boolean; count: number; rules: number };

/** "Adds “beta” to 12 stations. 1 rule looks at “beta”." */
function effectText({ name, isOn, count, rules }: Effect): string {
  const change = `${isOn ? "Adds" : "Removes"} “${name}” ${isOn ? "to" : "from"} ${countText(count, "station")}.`;
  return rules === 0 ? change : `${change} ${countText(rules, "rule")} ${rules === 1 ? "looks" : "look"} at “${name}”.`;
}

/** A name that tags of several organizations can have, and how many rules look at them. */
type UsableTag = { name: string; isCaution: boolean; rules: number };

/** The tags that stations of all these organizations can have: those for any station, and those with a name that each organization has. */
function usableTags(tags: readonly StationTag[], organizations: ReadonlySet<number>): UsableTag[] {
  const usable = tags.filter(({ org_id, is_staff }) => is_staff || organizations.has(org_id));
  return [...Map.groupBy(usable, ({ name }) => name)].flatMap(([name, named]) => {
    const owners = new Set(named.map(({ org_id }) => org_id));
    if (!named.some(({ is_staff }) => is_staff) && [...organizations].some((id) => !owners.has(id))) return [];
    const isCaution = named.some(({ meaning }) => meaning === "caution");
    return [{ name, isCaution, rules: named.reduce((sum, { rules }) => sum + rules, 0) }];
  });
}

type TagFieldProps = {
  name: string;
  isCaution: boolean;
  /** True if it is added, false if it is removed. */
  isOn: boolean | undefined;
  /** How many of the stations have it, and of how many. */
  count: number;
  total: number;
  onChange: (isOn: boolean | undefined) => void;
};

function TagField({ name, isCaution, isOn, count, total, onChange }: TagFieldProps) {
  const id = useId();
  const isOnSome = count > 0 && count < total;
  const isMixed = isOn === undefined && isOnSome;
  const isChecked = isOn ?? count === total;
  return (
    <li className="row gap-2 border-below small">
      <input
        id={id}
        type="checkbox"
        aria-label={name}
        checked={isChecked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        // On some stations, a tag goes back to how it was: on all, on none, on some.
        onChange={() => onChange(isOnSome && isOn === false ? undefined : !isChecked)}
      />
      <label htmlFor={id} className="min-0 flex grow pointer">
        <TagPill name={name} isCaution={isCaution} />
      </label>
      {total > 1 && (
        <span className="muted nowrap">{`${isOn === undefined ? "on" : "was on"} ${shareText(count, total)}`}</span>
      )}
    </li>
  );
}

function shareText(count: number, total: number): string {
  if (count === 0) return "none";
  return count === total ? "all" : `${count} of ${total}`;
}
