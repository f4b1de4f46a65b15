import { IconMessageCheck } from "@tabler/icons-react";
import { useServerNow } from "../clock/index.ts";
import { Empty } from "../ui/index.ts";
import { ListCard } from "./list-card.tsx";
import styles from "./link.module.css";
import { MessageItem } from "./message-item.tsx";
import { useInvalidMessages } from "./use-link.ts";

/** The last message of each station, other than an event, that could not be parsed. */
export function InvalidMessages() {
  const query = useInvalidMessages();
  const now = useServerNow();
  return (
    <ListCard
      title="Messages That Could Not Be Parsed"
      about="The last message of each station that could not be parsed since this server was started. Events are listed below."
      failure="The messages could not be loaded."
      query={query}
    >
      {(messages) =>
        messages.length === 0 ? (
          <Empty icon={IconMessageCheck} sentence="Every message could be parsed." />
        ) : (
          <ul className={styles.events} aria-label="Messages That Could Not Be Parsed">
            {messages.map((message) => (
              <MessageItem key={message.station} of={message} kind={message.topic} now={now} />
            ))}
          </ul>
        )
      }
    </ListCard>
  );
}
