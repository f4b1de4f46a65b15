import type { ReactNode } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { IconRefresh } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { Button, Card, Failed, Loading, Notice } from "../ui/index.ts";
import styles from "./link.module.css";

type LinkCardProps<Item> = {
  title: string;
  /** What is listed, and how far back. */
  about: string;
  /** What is said when it cannot be loaded. */
  failure: string;
  query: Pick<UseQueryResult<Item[]>, "data" | "error" | "isFetching" | "refetch">;
  children: (items: Item[]) => ReactNode;
};

/** A list of what went wrong on the link, with its states. What was loaded stays when loading it again fails. */
export function LinkCard<Item>({ title, about, failure, query, children }: LinkCardProps<Item>) {
  const { data, error, isFetching, refetch } = query;
  const handleRefresh = () => void refetch();
  return (
    <Card
      title={title}
      aside={
        <Button
          icon={IconRefresh}
          className={styles.refresh}
          aria-label={`Refresh ${title}`}
          busy={isFetching && Boolean(data)}
          onClick={handleRefresh}
        >
          Refresh
        </Button>
      }
    >
      <p className={styles.about}>{about}</p>
      {data && error && (
        <div className={styles.notice}>
          <Notice tone="danger">
            <b>{failure}</b>
            {`\n${sentenceOf(error)}`}
          </Notice>
        </div>
      )}
      {data ? (
        children(data)
      ) : error && !isFetching ? (
        <Failed sentence={failure} reason={sentenceOf(error)} onReload={handleRefresh} />
      ) : (
        <Loading />
      )}
    </Card>
  );
}
