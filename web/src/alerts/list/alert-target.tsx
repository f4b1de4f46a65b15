import type { Alert } from "@groundcrew/shared/alerts";
import { Link } from "@tanstack/react-router";
import { IconArrowRight } from "@tabler/icons-react";
import { buttonClass, Icon } from "../../ui/index.ts";

/** A link to what an alert is about; nothing for what has no page. */
export function AlertTarget({ alert, isStaff }: { alert: Alert; isStaff: boolean }) {
  const { subject, site } = alert;
  switch (subject.kind) {
    case "station":
      return <Link to="/stations/$name" params={{ name: subject.station }} {...linkProps("Open the station")} />;
    case "site":
      return <Link to="/" search={siteSearch(site)} {...linkProps("Open the stations of this site")} />;
    case "group":
      return <Link to="/groups/$group" params={{ group: String(subject.group) }} {...linkProps("Open the group")} />;
    case "incident":
      return (
        <Link to="/supportlog/entries" hash={String(subject.entry)} {...linkProps("Open the support log entry")} />
      );
    case "server":
      return isStaff ? <Link to="/manage/link" {...linkProps("Open the station link")} /> : null;
    case "external":
      return null;
  }
}

/** The search of the stations list for a site, in any state and of any type. */
function siteSearch(site: string | null) {
  return { "stations-type": "", ...(site !== null && { "stations-q": site }) };
}

function linkProps(label: string) {
  return {
    className: buttonClass("plain", "icon"),
    title: label,
    "aria-label": label,
    children: (
      <>
        <Icon icon={IconArrowRight} />
        <span>Open</span>
      </>
    ),
  };
}
