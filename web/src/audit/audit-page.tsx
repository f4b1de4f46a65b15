import { Fragment, useMemo } from "react";
import type { AuditAct, AuditCheck } from "@groundcrew/shared/audit";
import { ageMs } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconFilterOff, IconHistory, IconLink } from "@tabler/icons-react";
import { errorSentence } from "../api/index.ts";
import { useServerNow } from "../clock/index.ts";
import { FreshnessLabel, FreshnessScope, StaleBanner } from "../freshness/index.ts";
import { agoText, exactMoment } from "../lib/index.ts";
import { Button, Empty, Failed, Icon, Loading, Notice } from "../ui/index.ts";
import { ActRow } from "./act-row.tsx";
import styles from "./audit-page.module.css";
import { AuditTools } from "./audit-tools.tsx";
import { brokenSentence, countSentence, dayText, entriesText, keptText, timeZoneText } from "./list-texts.ts";
import { useAudit } from "./use-audit.ts";
import { anyAct, auditView, auditViewQuery, isNarrowed, type AuditQuery, type AuditView } from "./view.ts";

type AuditPageProps = { user: SessionUser; query: AuditQuery; onQuery: (query: AuditQuery) => void };

/** Who did what: for admins everywhere, for managers in their organization. */
export function AuditPage({ user, query, onQuery }: AuditPageProps) {
  const view = useMemo(() => auditView(query), [query]);
  const { data, error, isFetching, isPlaceholderData, freshness, refetch, more } = useAudit(view);
  const onView = (next: AuditView) => onQuery(auditViewQuery(next));
  return (
    <>
      <StaleBanner freshness={freshness} content="the audit log" onRefresh={() => void refetch()} />
      {data?.check?.broken && <Notice tone="danger">{brokenSentence(data.check.broken)}</Notice>}
      <AuditTools view={view} user={user} onView={onView} />
      <p className={styles.about}>
        <FreshnessLabel freshness={freshness} />
        {data && (
          <>
            <span>{countSentence(data.count, user)}</span>
            <span>{keptText(data.kept_days)}</span>
            <span>{timeZoneText()}</span>
            <ChainState check={data.check} />
          </>
        )}
      </p>
      <FreshnessScope freshness={freshness}>
        {data ? (
          data.acts.length > 0 ? (
            <Acts acts={data.acts} user={user} isOutdated={isPlaceholderData} />
          ) : (
            <Empty
              icon={isNarrowed(view) ? IconFilterOff : IconHistory}
              sentence="Nothing was done that fits."
              action={
                isNarrowed(view) && (
                  <Button onClick={() => onView({ ...anyAct, time: view.time })}>Clear Filters</Button>
                )
              }
            />
          )
        ) : error && !isFetching ? (
          <Failed
            sentence="Loading the audit log failed"
            reason={errorSentence(error)}
            onReload={() => void refetch()}
          />
        ) : (
          <Loading />
        )}
      </FreshnessScope>
      <div className={styles.foot}>
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
  if (check === null) return <span>chain not yet verified</span>;
  const age = agoText(ageMs(check.checked, now) ?? 0);
  const title = `${exactMoment(check.checked)}: ${entriesText(check.entries)}`;
  return check.broken ? (
    <span className={styles.broken} title={title}>
      <Icon icon={IconLink} size="s" />
      {`chain broken, verified ${age}`}
    </span>
  ) : (
    <span title={title}>{`chain complete, verified ${age}`}</span>
  );
}

type ActsProps = {
  acts: readonly AuditAct[];
  user: SessionUser;
  /** Whether these are the acts of the view before, while those of the current one are loaded. */
  isOutdated: boolean;
};

function Acts({ acts, user, isOutdated }: ActsProps) {
  const now = useServerNow();
  const days = acts.map(({ at }) => dayText(at, now));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable by keyboard, and this is no fieldset
    <section role="group" className={styles.frame} aria-label="Audit log" aria-busy={isOutdated} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.opener}>
              <span className={styles.hidden}>Details</span>
            </th>
            <th scope="col" className={styles.time}>
              Time
            </th>
            <th scope="col" className={styles.who}>
              Who
            </th>
            <th scope="col">What</th>
            <th scope="col" className={styles.target}>
              On what
            </th>
            <th scope="col" className={styles.from}>
              From
            </th>
          </tr>
        </thead>
        <tbody>
          {acts.map((act, index) => (
            <Fragment key={act.id}>
              {days[index] !== days[index - 1] && (
                <tr className={styles.day}>
                  <td colSpan={6}>{days[index]}</td>
                </tr>
              )}
              <ActRow act={act} user={user} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
}
