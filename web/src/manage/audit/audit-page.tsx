import type { AuditCheck } from "@groundcrew/shared/audit";
import { ageMs } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconHistory, IconLink } from "@tabler/icons-react";
import { useServerNow } from "../../data/clock/index.ts";
import { FreshnessLabel } from "../../data/freshness/index.ts";
import { DataList, Loaded, NoMatches, useOpenRows, useView } from "../../kit/index.ts";
import { agoText, countText, exactMoment } from "../../lib/index.ts";
import { Button, Empty, Icon, Notice } from "../../ui/index.ts";
import { actList } from "./act-list.tsx";
import styles from "./audit.module.css";
import { AuditTools } from "./audit-tools.tsx";
import { brokenSentence, countSentence, keptText, timeZoneText } from "./list-texts.ts";
import { useAudit } from "./use-audit.ts";
import { auditView } from "./view.ts";

/** The audit log: for admins all of it, for managers that of their organization. */
export function AuditPage({ user }: { user: SessionUser }) {
  const inAddress = useView(auditView);
  const { view } = inAddress;
  const query = useAudit(view);
  const { data, freshness, more } = query;
  const now = useServerNow();
  const opened = useOpenRows();
  return (
    <>
      {data?.check?.broken && <Notice tone="danger">{brokenSentence(data.check.broken)}</Notice>}
      <AuditTools view={inAddress} user={user} />
      <p className={`row wrap caption muted mb-2 ${styles.about}`}>
        <FreshnessLabel freshness={freshness} />
        {data && (
          <>
            <span>{countSentence(data.count, user)}</span>
            <span>{keptText(data.kept_days)}</span>
            <span>{timeZoneText()}</span>
            {(view.site !== "" || view.tag !== "") && <span>by the site and tags that stations have now</span>}
            <ChainState check={data.check} />
          </>
        )}
      </p>
      <Loaded
        query={query}
        content="the audit log"
        isEmpty={data?.acts.length === 0}
        empty={
          <NoMatches of="entries" view={inAddress}>
            <Empty icon={IconHistory} sentence="No entries in this period" />
          </NoMatches>
        }
      >
        {({ acts }) => (
          <DataList
            kind={actList}
            rows={acts}
            context={{ user, now, ...opened }}
            isOutdated={query.isPlaceholderData}
            isPart={more.hasMore}
            isShort
          />
        )}
      </Loaded>
      <div className="row wrap justify-center gap-2 mt-3">
        {more.hasMore && (
          <Button busy={more.isLoading} onClick={more.load}>
            Show 50 Earlier
          </Button>
        )}
        {more.failure}
      </div>
    </>
  );
}

/** Whether all entries are what they were, as of the last verification. */
function ChainState({ check }: { check: AuditCheck | null }) {
  const now = useServerNow();
  if (check === null) return <span>log not yet verified</span>;
  const age = agoText(ageMs(check.checked, now) ?? 0);
  const title = `${exactMoment(check.checked)}: ${countText(check.entries, "entry")}`;
  return check.broken ? (
    <span className="danger strong" title={title}>
      <Icon icon={IconLink} size="s" />
      {`log altered, verified ${age}`}
    </span>
  ) : (
    <span title={title}>{`log intact, verified ${age}`}</span>
  );
}
