import type { ReactNode } from "react";
import type { Alert, AlertDetails as Details } from "@groundcrew/shared/alerts";
import { supportName } from "@groundcrew/shared/brand";
import { notificationTypeText } from "@groundcrew/shared/notifications";
import { deliveryLabels, recipientText, whyText } from "../../notifications/index.ts";
import { Link } from "@tanstack/react-router";
import { errorSentence } from "../../data/api/index.ts";
import { useConsole } from "../../console/index.ts";
import { Age, Time } from "../../kit/index.ts";
import { shownText } from "../../lib/index.ts";
import { StationLink, useIsDisconnected } from "../../station/index.ts";
import { Loading, Pill } from "../../ui/index.ts";
import { IconWifi, IconWifiOff } from "@tabler/icons-react";
import styles from "../alerts.module.css";
import { otherSideText, partsHeading } from "./alert-texts.ts";
import { useAlert, useAlertDeliveries } from "./use-alerts.ts";

type DetailsProps = { alert: Alert; isStaff: boolean; now: number };

/** The details of an open row: stations, why they are grouped, and who was notified. */
export function AlertDetails({ alert, isStaff, now }: DetailsProps) {
  const { data, error } = useAlert(alert.id);
  if (!data) {
    return (
      <div className={`one-column-medium grid gap-5 align-start ${styles.details}`}>
        {error ? <p className="small soft">{errorSentence(error)}</p> : <Loading />}
      </div>
    );
  }
  return (
    <div className={`one-column-medium grid gap-5 align-start ${styles.details}`}>
      <div>
        {data.stations_of.length > 0 && (
          <>
            <h3 className="mb-2 label">{partsHeading(data.stations, data.children)}</h3>
            <Parts details={data} />
          </>
        )}
        {data.history.length > 0 && <History details={data} />}
      </div>
      <div>
        {data.why !== null && (
          <Section title="Why These Are Grouped">
            <p className="small soft">{data.why}</p>
          </Section>
        )}
        {isStaff ? (
          <>
            <Rules details={data} />
            <Notified id={alert.id} now={now} />
          </>
        ) : (
          <CustomerHelp alert={alert} now={now} />
        )}
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 label">{title}</h3>
      {children}
    </section>
  );
}

type PartsProps = { details: Details; now: number };

/** The stations of an alert, with what else is wrong there. */
function Parts({ details: { stations, stations_of } }: Pick<PartsProps, "details">) {
  const others = stations - stations_of.length;
  const isDisconnected = useIsDisconnected();
  return (
    <ul className="rounded bordered clip ruled" aria-label="Stations of this alert">
      {stations_of.map(({ station, title, online, also, since }) => (
        <li key={station} className={`align-center grid gap-3 small ${styles.part}`}>
          <span className="nowrap">
            <StationLink name={station} className="strong">
              {title}
            </StationLink>{" "}
            <span className="muted">{title === station ? "" : station}</span>
          </span>
          <span className="hidden-small">
            {online ? (
              <Pill tone="ok" icon={IconWifi}>
                ONLINE
              </Pill>
            ) : (
              <Pill tone="dashed" icon={IconWifiOff}>
                {isDisconnected ? "UNKNOWN" : "OFFLINE"}
              </Pill>
            )}
          </span>
          <span className={`soft ${styles.also}`}>{also.length > 0 ? `Also: ${shownText(also.join(", "))}` : ""}</span>
          <Age since={since} form="short" className={`muted text-end ${styles.age}`} />
        </li>
      ))}
      {others > 0 && <li className={`align-center grid gap-3 small ${styles.part}`}>{`and ${others} more`}</li>}
    </ul>
  );
}

function Rules({ details: { rules } }: { details: Details }) {
  if (rules.length === 0) return null;
  return (
    <Section title={rules.length === 1 ? "Rule" : "Rules"}>
      <ul className="grid gap-1 caption muted underlined-links">
        {rules.map(({ id, name, organization }) => (
          <li key={id}>
            <Link to="/attention/rules/$rule" params={{ rule: String(id) }} search={{}}>
              {name}
            </Link>
            {rules.length > 1 && ` (${organization})`}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function History({ details: { history } }: Pick<PartsProps, "details">) {
  return (
    <Section title="History">
      <ul className="grid gap-1 caption muted underlined-links">
        {history.map(({ at, what }) => (
          <li key={`${at} ${what}`}>
            <Time at={at} form="short" /> {shownText(what)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The deliveries of an alert, for staff only. */
function Notified({ id, now }: { id: number; now: number }) {
  const { data, error } = useAlertDeliveries(id);
  return (
    <Section title="Notified">
      {data === undefined ? (
        <p className="small soft">{error ? errorSentence(error) : "Loading..."}</p>
      ) : data.length === 0 ? (
        <p className="small soft">Nobody has been notified of this alert.</p>
      ) : (
        <ul className="grid gap-1 caption muted underlined-links">
          {data.map((delivery) => (
            <li key={delivery.id}>
              <Time at={delivery.time} form="short" />{" "}
              {[
                notificationTypeText[delivery.type],
                recipientText(delivery),
                whyText(delivery, now) || deliveryLabels[delivery.result],
              ].join(" · ")}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The actions of a customer, and whether support staff have acknowledged the alert. */
function CustomerHelp({ alert, now }: { alert: Alert; now: number }) {
  const { brand } = useConsole();
  const isOffline = alert.kind === "offline" || alert.kind === "site_outage";
  return (
    <>
      {isOffline && (
        <Section title="What You Can Do">
          <p className="small soft">
            {`Check power and network at the site. ${alert.stations === 1 ? "The station comes back by itself once it has" : "The stations come back by themselves once they have"} both.`}
          </p>
        </Section>
      )}
      <Section title={supportName(brand)}>
        <p className="small soft">{otherSideText(alert, now) ?? "Not acknowledged yet."}</p>
      </Section>
    </>
  );
}
