import { IconRefresh } from "@tabler/icons-react";
import { Button, Card } from "../ui/index.ts";
import styles from "./kit.module.css";
import { Loaded, type LoadedProps } from "./loaded.tsx";

type ListCardProps<Data> = {
  title: string;
  /** Describes the rows and their period. */
  description: string;
} & Pick<LoadedProps<Data>, "query" | "content" | "empty" | "children">;

/** A card with a short list, and a button that loads it again. */
export function ListCard<Data>({ title, description, ...loaded }: ListCardProps<Data>) {
  const { query } = loaded;
  return (
    <Card
      title={title}
      aside={
        <Button
          icon={IconRefresh}
          aria-label={`Refresh ${title}`}
          busy={query.isFetching && query.data !== undefined}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      }
    >
      <p className={`caption muted ${styles.description}`}>{description}</p>
      <Loaded {...loaded} />
    </Card>
  );
}
