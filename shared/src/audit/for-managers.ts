/**
 * The actions that managers see in the audit log of their organization, also those of staff: calls that users and managers can make, those about the
 * organization's stations, and what the server does on its own. Everything else is for admins, such as the support log.
 */
const FOR_MANAGERS = [
  "logIn",
  "logOut",
  "requestPasswordReset",
  "setPassword",
  "changeName",
  "changePassword",
  "endSession",
  "endOtherSessions",
  "createAdmin",
  "resetPassword",
  "inviteUser",
  "changePermission",
  "deleteUser",
  "createOrganization",
  "createApiKey",
  "renewApiKey",
  "revokeApiKey",
  "createWallboard",
  "changeWallboard",
  "renewWallboard",
  "revokeWallboard",
  "createSavedView",
  "changeSavedView",
  "deleteSavedView",
  "setDefaultView",
  "createStation",
  "editStation",
  "addStationLocation",
  "resetLinkState",
  "createSites",
  "changeSite",
  "deleteSite",
  "ignoreSiteSuggestion",
  "createStationTag",
  "changeStationTag",
  "mergeStationTag",
  "deleteStationTag",
  "takeImages",
  "uploadImage",
  "openStream",
  "answerStream",
  "closeStream",
  "endStream",
  "startMaintenance",
  "changeMaintenance",
  "endMaintenance",
  "extendMaintenance",
  "endCurrentMaintenance",
  "bulkMaintenance",
  "bulkMove",
  "bulkPlace",
  "bulkRetire",
  "bulkRestore",
  "bulkImages",
  "undoBulkAct",
  "stopBulkAct",
  "retryBulkAct",
  "saveReadinessRules",
  "ignoreReadinessReason",
  "endIgnoredReason",
  "undoAct",
  "changeReportRecipients",
  "sendMyReport",
  "createAlertRule",
  "createUsualRules",
  "changeAlertRule",
  "switchAlertRule",
  "deleteAlertRule",
  "muteAlert",
  "unmuteAlert",
  "changeAlertOwner",
  "createChannel",
  "changeChannel",
  "deleteChannel",
  "pauseChannel",
  "renewChannelSecret",
  "testChannel",
  "testNewChannel",
  "receiveAlertmanagerAlerts",
  "subscribeToRule",
  "subscribeToTopic",
  "changeQuietHours",
  "addMyDevice",
  "renewMyDevice",
  "removeMyDevice",
  "testMyDevice",
  "downloadAudit",
] as const;

/** Of these, the ones whose values may name staff. */
const WITHOUT_VALUES: ReadonlySet<string> = new Set(["changeAlertOwner", "undoAct"]);

const KNOWN: ReadonlySet<string> = new Set(FOR_MANAGERS);

/** The actions that managers see of their organization. Refused attempts are not among them: managers see all of those. */
export function actionsForManagers(): readonly string[] {
  return FOR_MANAGERS;
}

/** True if managers see the changes of such an act. */
export function areValuesForManagers(action: string): boolean {
  return KNOWN.has(action) && !WITHOUT_VALUES.has(action);
}
