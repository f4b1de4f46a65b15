import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { SupportLogTag } from "@groundcrew/shared/support-log";
import { IconTags } from "@tabler/icons-react";
import { sentenceOf } from "../../api/index.ts";
import { StaleBanner, useLiveQuery } from "../../freshness/index.ts";
import { Address, Card, Cell, Empty, Failed, Loading, Table } from "../../ui/index.ts";
import { TagMark } from "../tag-mark.tsx";
import { tagsQuery } from "../use-log.ts";
import styles from "./support-log-page.module.css";
import { TagForm } from "./tag-form.tsx";

const HEAD = [{ label: "Tag" }, { label: "Alerts" }, { label: "Aliases" }];

/** The tags of the support log, and a form for new ones. */
export function TagsPage() {
  const { data, error, freshness, refetch } = useLiveQuery(tagsQuery, MINUTE_MS);
  const tags = data?.filter(({ canonical_id }) => canonical_id === null);
  return (
    <div className={styles.columns}>
      <Card title="Manage Tags">
        <StaleBanner freshness={freshness} content="the tags" onRefresh={() => void refetch()} />
        {tags && tags.length > 0 ? (
          <Table label="Tags" head={HEAD} stacks>
            {tags.map((tag) => (
              <TagRow key={tag.id} tag={tag} />
            ))}
          </Table>
        ) : tags ? (
          <Empty icon={IconTags} sentence="There are no tags yet." />
        ) : error ? (
          <Failed sentence="The tags could not be loaded." reason={sentenceOf(error)} onReload={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </Card>
      <Card title="New Tag">
        <TagForm tags={tags ?? []} />
      </Card>
    </div>
  );
}

function TagRow({ tag }: { tag: SupportLogTag }) {
  return (
    <tr>
      <Cell label="Tag">
        <TagMark tag={tag} />
      </Cell>
      <Cell label="Alerts">{tag.alert_target === null ? "–" : <Address address={tag.alert_target} />}</Cell>
      <Cell label="Aliases">
        {tag.aliases.length === 0 ? (
          "–"
        ) : (
          <span className={styles.aliases}>
            {tag.aliases.map((name) => (
              <TagMark key={name} tag={{ ...tag, name, alerting: false }} />
            ))}
          </span>
        )}
      </Cell>
    </tr>
  );
}
