import type { ApiKey } from "@groundcrew/shared/api-keys";
import { IconTrash } from "@tabler/icons-react";
import { exactMoment, momentText } from "../lib/index.ts";
import { Cell, ConfirmButton } from "../ui/index.ts";
import styles from "./api-keys.module.css";
import { useRevocation } from "./use-api-keys.ts";

type ApiKeyRowProps = { apiKey: ApiKey; orgId: number; canManage: boolean; onRevoked: () => void };

export function ApiKeyRow({ apiKey, orgId, canManage, onRevoked }: ApiKeyRowProps) {
  const { name, description, created, last_used } = apiKey;
  const { mutate, isPending } = useRevocation({ orgId, name, description }, onRevoked);
  return (
    <tr>
      <Cell title={description}>
        <span className={styles.description}>{description}</span>
      </Cell>
      <Cell label="Name">
        <code className={styles.name}>{name}</code>
      </Cell>
      <Cell label="Created" title={exactMoment(created)}>
        {momentText(created)}
      </Cell>
      <Cell label="Last Used" title={last_used === null ? undefined : exactMoment(last_used)}>
        {last_used === null ? "Never" : momentText(last_used)}
      </Cell>
      {canManage && (
        <Cell label="Actions">
          <ConfirmButton
            label="Revoke"
            target={description}
            icon={IconTrash}
            busy={isPending}
            onConfirm={() => mutate()}
          />
        </Cell>
      )}
    </tr>
  );
}
