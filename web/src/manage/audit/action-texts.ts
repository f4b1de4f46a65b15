import type { AuditAct } from "@groundcrew/shared/audit";
import { ownValue } from "@groundcrew/shared/lib";
import { supportName, type Brand } from "@groundcrew/shared/brand";

/** An action as something that was done (`Invited a user`), and after `Tried to` if it was refused (`invite a user`). */
type ActionText = readonly [done: string, tried: string];

/** The actions by area. What only the server does is never refused. */
const AREAS = {
  logins: {
    label: "Logins",
    actions: {
      logIn: ["Logged in", "log in"],
      logOut: ["Logged out", "log out"],
      requestPasswordReset: ["Requested a password reset", "request a password reset"],
      setPassword: ["Set a password", "set a password"],
      resetPassword: ["Reset a password from the command line", "reset a password"],
    },
  },
  users: {
    label: "Users",
    actions: {
      inviteUser: ["Invited a user", "invite a user"],
      changePermission: ["Changed who is a manager", "change who is a manager"],
      deleteUser: ["Deleted a user", "delete a user"],
      createAdmin: ["Created an admin from the command line", "create an admin"],
      ensureFirstAdmin: ["Created the first admin", "create the first admin"],
    },
  },
  keys: {
    label: "API keys",
    actions: {
      createApiKey: ["Created an API key", "create an API key"],
      revokeApiKey: ["Revoked an API key", "revoke an API key"],
    },
  },
  wallboards: {
    label: "Wallboards",
    actions: {
      createWallboard: ["Created a wallboard", "create a wallboard"],
      changeWallboard: ["Changed a wallboard", "change a wallboard"],
      renewWallboard: ["Renewed a wallboard", "renew a wallboard"],
      revokeWallboard: ["Revoked a wallboard", "revoke a wallboard"],
    },
  },
  organizations: {
    label: "Organizations",
    actions: { createOrganization: ["Created an organization", "create an organization"] },
  },
  stations: {
    label: "Stations",
    actions: {
      createStation: ["Added a station", "add a station"],
      editStation: ["Edited a station", "edit a station"],
      addStationLocation: ["Set a location", "set a location"],
      resetLinkState: ["Reset the state of the link", "reset the state of the link"],
      saveSsotEntry: ["Saved Hardware Variation", "save Hardware Variation"],
      saveReplaceables: ["Saved Replaceables", "save Replaceables"],
      saveReadinessRules: ["Changed rules of readiness", "change rules of readiness"],
      ignoreReadinessReason: ["Ignored a reason of readiness", "ignore a reason of readiness"],
      endIgnoredReason: ["Ended ignoring a reason of readiness", "end ignoring a reason of readiness"],
    },
  },
  media: {
    label: "Images and video",
    actions: {
      takeImages: ["Ran a command: Take new images", "take new images"],
      uploadImage: ["Uploaded an image", "upload an image"],
      openStream: ["Opened live video", "open live video"],
      answerStream: ["Requested live video", "request live video"],
      addIceCandidate: ["Continued live video", "continue live video"],
      keepStreamOpen: ["Continued live video", "continue live video"],
      closeStream: ["Closed live video", "close live video"],
      endStream: ["Ended live video", "end live video"],
    },
  },
  maintenance: {
    label: "Maintenance",
    actions: {
      startMaintenance: ["Started or planned maintenance", "start maintenance"],
      changeMaintenance: ["Changed maintenance", "change maintenance"],
      endMaintenance: ["Ended maintenance", "end maintenance"],
      extendMaintenance: ["Extended maintenance", "extend maintenance"],
      endCurrentMaintenance: ["Ended maintenance early", "end maintenance early"],
    },
  },
  errors: {
    label: "Errors",
    actions: {
      changeStationErrors: ["Resolved or attached errors", "resolve or attach errors"],
      resolveErrorGroups: ["Resolved error groups", "resolve error groups"],
      archiveErrorGroups: ["Archived error groups", "archive error groups"],
      unarchiveErrorGroups: ["Unarchived error groups", "unarchive error groups"],
      mergeErrorGroups: ["Merged error groups", "merge error groups"],
      splitErrorGroup: ["Split an error group", "split an error group"],
      removeGroupFingerprint: ["Separated errors from a group", "separate errors from a group"],
      setGroupReadinessEffect: [
        "Changed the effect of a group on readiness",
        "change the effect of a group on readiness",
      ],
      changeOwnership: ["Changed an owner", "change an owner"],
      keepViewing: ["Viewed errors", "view errors"],
    },
  },
  supportLog: {
    label: "Support log",
    actions: {
      createSupportLogEntry: ["Added a support log entry", "add a support log entry"],
      replyToEntry: ["Replied to a support log entry", "reply to a support log entry"],
      changeEntryStatus: ["Changed the status of an incident", "change the status of an incident"],
      publishEntry: ["Published a support log entry", "publish a support log entry"],
      unpublishEntry: ["Made a support log entry private", "make a support log entry private"],
      createSupportLogTag: ["Added a support log tag", "add a support log tag"],
    },
  },
  alerts: {
    label: "Alerts",
    actions: {
      muteAlert: ["Muted an alert", "mute an alert"],
      unmuteAlert: ["Unmuted an alert", "unmute an alert"],
      changeAlertOwner: ["Changed the owner of an alert", "change the owner of an alert"],
      createAlertRule: ["Added an alert rule", "add an alert rule"],
      createUsualRules: ["Added the usual alert rules", "add the usual alert rules"],
      changeAlertRule: ["Changed an alert rule", "change an alert rule"],
      switchAlertRule: ["Switched an alert rule on or off", "switch an alert rule on or off"],
      deleteAlertRule: ["Deleted an alert rule", "delete an alert rule"],
      receiveAlertmanagerAlerts: ["Received alerts from Alertmanager", "send alerts from Alertmanager"],
    },
  },
  notifications: {
    label: "Notifications",
    actions: {
      createChannel: ["Added a channel", "add a channel"],
      changeChannel: ["Changed a channel", "change a channel"],
      deleteChannel: ["Deleted a channel", "delete a channel"],
      pauseChannel: ["Paused or resumed a channel", "pause or resume a channel"],
      renewChannelSecret: ["Replaced the secret of a channel", "replace the secret of a channel"],
      testChannel: ["Tested a channel", "test a channel"],
      testNewChannel: ["Tested a channel before adding it", "test a channel"],
      subscribeToRule: ["Chose how to be notified of a rule", "choose how to be notified of a rule"],
      subscribeToTopic: ["Chose how to be notified", "choose how to be notified"],
      changeQuietHours: ["Changed quiet hours", "change quiet hours"],
      addMyDevice: ["Turned on push messages", "turn on push messages"],
      renewMyDevice: ["Renewed push messages", "renew push messages"],
      removeMyDevice: ["Removed a device", "remove a device"],
      testMyDevice: ["Tested a device", "test a device"],
      changeReportRecipients: ["Changed who gets a report each month", "change who gets a report each month"],
      sendMyReport: ["Sent themselves a report", "send themselves a report"],
    },
  },
  console: {
    label: "Console",
    actions: {
      downloadAudit: ["Downloaded the audit log", "download the audit log"],
      removeAuditEntries: ["Removed old entries of the audit log", "remove entries of the audit log"],
      restoreBackup: ["Restored a backup", "restore a backup"],
      testMail: ["Sent a test email", "send a test email"],
      reportViolations: ["Reported blocked content", "report blocked content"],
    },
  },
} as const satisfies Record<string, { label: string; actions: Record<string, ActionText> }>;

export type ActionArea = keyof typeof AREAS;

/** The areas of actions, in the order of the menu. */
export const actionAreas: readonly ActionArea[] = Object.keys(AREAS).filter(isActionArea);

function isActionArea(text: string): text is ActionArea {
  return Object.hasOwn(AREAS, text);
}

export function areaLabel(area: ActionArea): string {
  return AREAS[area].label;
}

/** The names of an area's actions. */
export function actionsOf(area: ActionArea): string[] {
  return Object.keys(AREAS[area].actions);
}

const texts: Readonly<Record<string, ActionText>> = Object.assign(
  {},
  ...Object.values(AREAS).map((area) => area.actions),
);

/** Descriptions of ownership changes. */
const OWNER_ACTS: Readonly<Record<string, string>> = {
  acknowledge: "Acknowledged",
  assign: "Assigned",
  release: "Released",
  prolong: "Kept",
  undo: "Undid the last change of the owner of",
};

/** Names of the targets that can have an owner, by kind. */
const OWNED: Readonly<Record<string, string>> = {
  alert: "an alert",
  "error group": "an error group",
  station: "the errors of a station",
  "support log entry": "an incident",
};

/** Actions with fields that say more than the action does. */
const WITH_FIELDS: ReadonlySet<string> = new Set([
  "editStation",
  "changeAlertRule",
  "changeChannel",
  "changeMaintenance",
]);
const FIELDS_SHOWN = 3;

type ActOnPage = Pick<AuditAct, "action" | "refused" | "act" | "changed" | "entries" | "target">;

/** Describes an action, or a refused attempt. An action that this page does not know is shown by its name. */
export function actionText({ action, refused, act, changed, entries, target }: ActOnPage): string {
  const text = ownValue(texts, action);
  if (!text) return action;
  if (refused) return `Tried to ${text[1]}`;
  const [done, owned] = [ownValue(OWNER_ACTS, act ?? ""), ownValue(OWNED, target.kind)];
  if (done !== undefined && owned !== undefined) return `${done} ${owned}`;
  if (!WITH_FIELDS.has(action) || entries > 1 || changed.length === 0) return text[0];
  const names = changed.slice(0, FIELDS_SHOWN).map((field) => fieldLabel([field]));
  return `${text[0]}: ${names.join(", ")}${changed.length > FIELDS_SHOWN ? " and more" : ""}`;
}

/** The person or program behind an entry, with further details. */
export function actorText(
  { actor }: Pick<AuditAct, "actor">,
  brand: Pick<Brand, "product">,
): { name: string; about: string } {
  const { kind, id, name } = actor;
  switch (kind) {
    case "user":
      return name === "" ? { name: id, about: "" } : { name, about: id };
    case "api_key":
      return { name: name === "" ? id : `${id} · ${name}`, about: "" };
    case "station":
      return { name: id, about: "station" };
    case "anonymous":
      return { name: "nobody", about: "" };
    case "server":
      return { name: id === "" ? "server" : id, about: "" };
    case "support":
      return { name: supportName(brand), about: "" };
  }
}

/** Fields whose name is not what it is called on other pages. */
const LABELS: Readonly<Record<string, string>> = {
  org_id: "Organization",
  can_manage: "Manager",
  why: "Reason",
  by: "With",
  api_password_hash: "API Password",
  hexone_uri_base: "Hexone URI Base",
};

/** The name of a field on screen: `Hardware Version`, `Maintenance › Until`. */
export function fieldLabel(path: readonly string[]): string {
  return path.map((name) => ownValue(LABELS, name) ?? titleOf(name)).join(" › ");
}

const ACRONYMS = new Set(["api", "gps", "id", "lte", "ups", "uri"]);

function titleOf(name: string): string {
  return name
    .split(/[_\s]+/)
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join(" ");
}
