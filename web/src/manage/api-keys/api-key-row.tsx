import { KEY_NOTICE_DAYS, type ApiKey } from "@groundcrew/shared/api-keys";
import { countText, DAY_MS } from "@groundcrew/shared/lib";
import { IconAlertTriangle, IconClock, IconInfinity, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useServerNow } from "../../data/clock/index.ts";
import { Time } from "../../kit/index.ts";
import { dateText, exactMoment } from "../../lib/index.ts";
import { Button, Cell, ConfirmButton, Pill } from "../../ui/index.ts";
import { scopeTexts } from "./new-key-form.ts";
import { useRevocation } from "./use-api-keys.ts";

type ApiKeyRowProps = {
  apiKey: ApiKey;
  orgId: number;
  canManage: boolean;
  onRenew: () => void;
  onRevoked: () => void;
};

/** A key in the list, with what its organization's managers can do with it. */
export function ApiKeyRow({ apiKey, orgId, canManage, onRenew, onRevoked }: ApiKeyRowProps) {
  const { name, description, created, by, scopes, addresses, ends } = apiKey;
  const now = useServerNow();
  const hasEnded = ends !== null && Date.parse(ends) <= now;
  return (
    <tr className={hasEnded ? "muted" : undefined}>
      <Cell title={description}>
        <span className="ellipsis block strong clip narrow-text">{description}</span>
        <code className="code block muted">{name}</code>
      </Cell>
      <Cell label="May">
        <span className="flex wrap gap-1">
          {scopes.map((scope) => (
            <span key={scope} className="tint rounded-sm px-1h caption medium">
              {scopeTexts[scope].label}
            </span>
          ))}
        </span>
        {addresses.length > 0 && <AddressLimit addresses={addresses} />}
      </Cell>
      <Cell label="Made" title={exactMoment(created)}>
        {dateText(created)}
        <span className="block caption muted">{`by ${by}`}</span>
      </Cell>
      <Cell label="Ends">
        <End apiKey={apiKey} />
      </Cell>
      <Cell label="Last Used">
        <LastUse apiKey={apiKey} />
      </Cell>
      {canManage && (
        <Cell>
          <Actions {...{ apiKey, orgId, hasEnded, onRenew, onRevoked }} />
        </Cell>
      )}
    </tr>
  );
}

function AddressLimit({ addresses }: { addresses: readonly string[] }) {
  const list = addresses.join(", ");
  return (
    <span className="block caption muted" title={list}>
      {`From ${addresses.length === 1 ? list : countText(addresses.length, "network")}`}
    </span>
  );
}

function End({ apiKey: { ends, old_secret_ends } }: { apiKey: ApiKey }) {
  return (
    <>
      {ends === null ? (
        <Pill tone="warn" icon={IconInfinity}>
          Never
        </Pill>
      ) : (
        <EndTime ends={ends} />
      )}
      {old_secret_ends !== null && (
        <span className="block caption muted">
          Old key until <Time at={old_secret_ends} form="until" />
        </span>
      )}
    </>
  );
}

function EndTime({ ends }: { ends: string }) {
  const leftMs = Date.parse(ends) - useServerNow();
  const days = Math.floor(leftMs / DAY_MS);
  if (leftMs <= 0) {
    return (
      <Pill tone="dashed" icon={IconClock} title={exactMoment(ends)}>
        {`Ended ${dateText(ends)}`}
      </Pill>
    );
  }
  if (days >= KEY_NOTICE_DAYS[0]) return <span title={exactMoment(ends)}>{dateText(ends)}</span>;
  return (
    <Pill tone="warn" icon={IconAlertTriangle} title={exactMoment(ends)}>
      {days === 0 ? "Within a day" : `In ${countText(days, "day")}`}
    </Pill>
  );
}

function LastUse({ apiKey: { last_used, last_used_from } }: { apiKey: ApiKey }) {
  if (last_used === null) return "Never";
  return (
    <>
      <Time at={last_used} form="short" />
      {last_used_from !== null && `, ${last_used_from.replace(/\.0\/24$/, ".x")}`}
    </>
  );
}

type ActionsProps = Omit<ApiKeyRowProps, "canManage"> & { hasEnded: boolean };

function Actions({ apiKey, orgId, hasEnded, onRenew, onRevoked }: ActionsProps) {
  const revocation = useRevocation({ orgId, apiKey, hasEnded }, onRevoked);
  const { description: target, old_secret_ends } = apiKey;
  const lock = old_secret_ends === null ? undefined : "Renewed already. Renew it again once its old key has ended.";
  return (
    <div className="row gap-2">
      <Button
        icon={IconRefresh}
        aria-label={`Renew ${target}`}
        disabled={lock !== undefined}
        title={lock}
        onClick={onRenew}
      >
        Renew
      </Button>
      <ConfirmButton
        label={hasEnded ? "Delete" : "Revoke"}
        target={target}
        icon={IconTrash}
        busy={revocation.isPending}
        onConfirm={() => revocation.mutate()}
      />
    </div>
  );
}
