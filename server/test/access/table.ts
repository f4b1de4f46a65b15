import type { Who } from "./people.ts";
import { readTable } from "./read-table.ts";

export { endpointOf } from "./read-table.ts";

/**
 * The status that each caller gets for resources of organization A: 2xx on success, 401 without a login, 403 without permission,
 * 404 if the resource isn't visible to the caller (a stream is visible only to the user who opened it), 503 if the request needs
 * the station, which is offline, or an identity provider, which is not on the internet. A variant for the same endpoint has its description in brackets.
 */
const TABLE = `
                                   nobody  user A  manager A  full key A  user B  staff  full key  admin  key A  station A
getConsoleSettings                    200     200        200         200     200    200       200    200    200        200
getOpenApi                            200     200        200         200     200    200       200    200    200        200
getApiDocs                            200     200        200         200     200    200       200    200    200        200
getSession                            401     200        200         403     200    200       403    200    403        401
logIn                                 201     201        201         201     201    201       201    201    201        201
finishLogIn                           201     201        201         201     201    201       201    201    201        201
challengePasskey                      200     200        200         200     200    200       200    200    200        200
findSignOn                            200     200        200         200     200    200       200    200    200        200
beginSignOn                           503     503        503         503     503    503       503    503    503        503
logOut                                204     204        204         204     204    204       204    204    204        204
requestPasswordReset                  204     204        204         204     204    204       204    204    204        204
setPassword                           204     204        204         204     204    204       204    204    204        204
getAccount                            401     200        200         403     200    200       403    200    403        401
changeName                            401     204        204         403     204    204       403    204    403        401
changePreferences                     401     200        200         403     200    200       403    200    403        401
changePassword                        401     204        204         403     204    204       403    204    403        401
confirmIdentity                       401     204        204         403     204    204       403    204    403        401
beginPasskey                          401     200        200         403     200    200       403    200    403        401
addPasskey                            401     200        200         403     200    200       403    200    403        401
renamePasskey                         401     204        404         403     404    404       403    404    403        401
removePasskey                         401     204        404         403     404    404       403    404    403        401
beginApp                              401     200        200         403     200    200       403    200    403        401
addApp                                401     200        409         403     409    409       403    409    403        401
removeApp                             401     204        204         403     204    204       403    204    403        401
renewRecoveryCodes                    401     200        200         403     200    200       403    200    403        401
endSession                            401     204        404         403     404    404       403    404    403        401
endOtherSessions                      401     200        200         403     200    200       403    200    403        401
unlinkIdentity                        401     204        404         403     404    404       403    404    403        401
acceptDevice                          401     204        404         403     404    404       403    404    403        401
rejectDevice                          401     204        404         403     404    404       403    404    403        401
changeNotices                         401     204        204         403     204    204       403    204    403        401
listUsers                             401     200        200         403     404    404       403    200    403        401
inviteUser                            401     403        201         403     403    404       403    201    403        401
changePermission                      401     403        200         403     403    404       403    200    403        401
deleteUser                            401     403        204         403     403    404       403    204    403        401
resetSecondStep                       401     403        204         403     403    404       403    204    403        401
listOrganizations                     401     403        403         403     403    403       403    200    403        401
createOrganization                    401     403        403         403     403    403       403    201    403        401
getStepRule                           401     403        200         403     403    404       403    200    403        401
changeStepRule                        401     403        200         403     403    404       403    200    403        401
listSingleSignOn                      401     403        403         403     403    403       403    200    403        401
saveSingleSignOn                      401     403        403         403     403    403       403    200    403        401
deleteSingleSignOn                    401     403        403         403     403    403       403    204    403        401
testSingleSignOn                      401     403        403         403     403    403       403    200    403        401
listAuditActs                         401     403        200         403     403    404       403    200    403        401
listAuditActs (of a station)          401     403        200         403     403    404       403    200    403        401
listAuditActs (of a site)             401     403        200         403     403    404       403    200    403        401
listAuditActs (all)                   401     403        200         403     403    200       403    200    403        401
getAuditAct                           401     403        200         403     403    404       403    200    403        401
listAuditActors                       401     403        200         403     403    404       403    200    403        401
downloadAudit                         401     403        200         403     403    404       403    200    403        401
downloadAudit (of a station)          401     403        200         403     403    404       403    200    403        401
downloadAudit (of a site)             401     403        200         403     403    404       403    200    403        401
listApiKeys                           401     200        200         403     404    404       403    200    403        401
createApiKey                          401     403        201         403     403    404       403    201    403        401
renewApiKey                           401     403        200         403     403    404       403    200    403        401
revokeApiKey                          401     403        204         403     403    404       403    204    403        401
listWallboards                        401     403        200         403     403    404       403    200    403        401
createWallboard                       401     403        201         403     403    404       403    201    403        401
changeWallboard                       401     403        200         403     403    404       403    200    403        401
renewWallboard                        401     403        200         403     403    404       403    200    403        401
revokeWallboard                       401     403        204         403     403    404       403    204    403        401
getWall                               200     200        200         200     200    200       200    200    200        200
listSites                             401     200        200         200     404    200       200    200    200        401
createSites                           401     403        201         403     403    404       403    201    403        401
changeSite                            401     403        200         403     403    404       403    200    403        401
deleteSite                            401     403        204         403     403    404       403    204    403        401
listSiteSuggestions                   401     403        200         403     403    200       403    200    403        401
ignoreSiteSuggestion                  401     403        204         403     403    404       403    204    403        401
listStationTags                       401     200        200         200     404    200       200    200    200        401
createStationTag                      401     403        201         403     403    404       403    201    403        401
changeStationTag                      401     403        200         403     403    404       403    200    403        401
mergeStationTag                       401     403        200         403     403    404       403    200    403        401
deleteStationTag                      401     403        204         403     403    404       403    204    403        401
listSavedViews                        401     200        200         403     200    200       403    200    403        401
createSavedView                       401     201        201         403     201    201       403    201    403        401
changeSavedView                       401     200        200         403     404    404       403    404    403        401
deleteSavedView                       401     204        204         403     404    404       403    404    403        401
setDefaultView                        401     204        204         403     404    404       403    404    403        401
listStations                          401     200        200         200     200    200       200    200    200        401
listStations (one)                    401     200        200         200     200    200       200    200    200        401
listStations (changes)                401     200        200         200     200    200       200    200    200        401
listStations (replaceables)           401     403        403         403     403    403       403    200    403        401
listStationPage                       401     200        200         200     200    200       200    200    200        401
listStationPage (named)               401     200        200         200     200    200       200    200    200        401
listStationPage (replaceables)        401     403        403         403     403    403       403    200    403        401
countListedStations                   401     200        200         200     200    200       200    200    200        401
mapListedStations                     401     200        200         200     200    200       200    200    200        401
getStation                            401     200        200         200     404    200       200    200    200        401
getStation (replaceables)             401     403        403         403     403    403       403    200    403        401
watchLive                             401     200        200         403     200    200       403    200    403        401
watchLive (replaceables)              401     403        403         403     403    403       403    200    403        401
createStation                         401     403        403         403     403    403       403    201    403        401
editStation                           401     403        403         403     403    403       403    200    403        401
resetLinkState                        401     403        403         403     403    403       403    204    403        401
addStationLocation                    401     403        403         403     403    403       403    201    403        401
getStationTypes                       401     200        200         200     200    200       200    200    200        401
listStationConfigs                    401     200        200         200     404    200       200    200    200        401
listOlderConfigs                      401     200        200         200     200    200       200    200    200        401
listSsotEntries                       401     200        200         200     404    200       200    200    200        401
saveSsotEntry                         401     403        403         403     403    403       403    200    403        401
saveReplaceables                      401     403        403         403     403    403       403    200    403        401
listImports                           401     403        403         403     403    403       403    200    403        401
createImport                          401     403        403         403     403    403       403    201    403        401
getImport                             401     403        403         403     403    403       403    200    403        401
checkImport                           401     403        403         403     403    403       403    200    403        401
listImportLines                       401     403        403         403     403    403       403    200    403        401
downloadImportLines                   401     403        403         403     403    403       403    200    403        401
downloadImportable                    401     403        403         403     403    403       403    200    403        401
applyImport                           401     403        403         403     403    403       403    200    403        401
undoImport                            401     403        403         403     403    403       403    200    403        401
getStationHistory                     401     200        200         200     404    200       200    200    200        401
getOrganizationHistory                401     200        200         200     404    200       200    200    200        401
getOrganizationActivity               401     403        403         403     403    403       403    200    403        401
getSwapStats                          401     403        403         403     403    403       403    200    403        401
getSwapSuccess                        401     200        200         200     404    200       200    200    200        401
getSwapSuccess (of a site)            401     200        200         200     404    200       200    200    200        401
listSwapAttempts                      401     200        200         200     404    200       200    200    200        401
getAvailability                       401     200        200         200     404    200       200    200    200        401
getAvailability (of a site)           401     200        200         200     404    200       200    200    200        401
getAvailability (range)               401     200        200         200     200    200       200    200    200        401
listReportRecipients                  401     403        200         403     403    404       403    200    403        401
changeReportRecipients                401     403        200         403     403    404       403    200    403        401
sendMyReport                          401     409        409         403     404    409       403    409    403        401
listStationErrors                     401     200        200         200     404    200       200    200    200        401
changeStationErrors                   401     403        403         403     403    403       200    200    403        401
changeStationErrors (attach)          401     403        403         403     403    403       403    200    403        401
listErrorGroups                       401     403        403         403     403    403       403    200    403        401
downloadErrorGroups                   401     403        403         403     403    403       403    200    403        401
getErrorGroup                         401     403        403         403     403    403       403    200    403        401
listGroupStations                     401     403        403         403     403    403       403    200    403        401
listGroupErrors                       401     403        403         403     403    403       403    200    403        401
listGroupHistory                      401     403        403         403     403    403       403    200    403        401
listGroupEntries                      401     403        403         403     403    403       403    200    403        401
getGroupVariation                     401     403        403         403     403    403       403    200    403        401
getGroupFirmwares                     401     403        403         403     403    403       403    200    403        401
listGroupFilters                      401     403        403         403     403    403       403    200    403        401
summarizeErrorGroups                  401     403        403         403     403    403       403    200    403        401
previewGroupPattern                   401     403        403         403     403    403       403    200    403        401
resolveErrorGroups                    401     403        403         403     403    403       403    200    403        401
archiveErrorGroups                    401     403        403         403     403    403       403    200    403        401
unarchiveErrorGroups                  401     403        403         403     403    403       403    200    403        401
mergeErrorGroups                      401     403        403         403     403    403       403    200    403        401
splitErrorGroup                       401     403        403         403     403    403       403    202    403        401
removeGroupFingerprint                401     403        403         403     403    403       403    200    403        401
setGroupReadinessEffect               401     403        403         403     403    403       403    200    403        401
getReadinessRules                     401     403        200         403     403    200       403    200    403        401
saveReadinessRules                    401     403        403         403     403    403       403    200    403        401
saveReadinessRules (organization)     401     403        403         403     403    403       403    200    403        401
previewReadinessRules                 401     403        403         403     403    403       403    200    403        401
getStationReadiness                   401     200        200         200     404    200       200    200    200        401
getStationReadiness (history)         401     200        200         200     404    200       200    200    200        401
listReadinessReasons                  401     200        200         200     200    200       200    200    200        401
downloadReadinessHistory              401     200        200         403     404    200       403    200    403        401
ignoreReadinessReason                 401     403        201         403     403    403       403    201    403        401
endIgnoredReason                      401     403        204         403     403    403       403    204    403        401
undoAct                               401     404        404         403     404    404       403    204    403        401

listMaintenance                       401     200        200         200     200    200       200    200    200        401
listMaintenance (of a station)        401     200        200         200     200    200       200    200    200        401
getMaintenance                        401     200        200         200     404    200       200    200    403        401
startMaintenance                      401     403        201         201     403    403       403    201    403        401
changeMaintenance                     401     403        200         200     403    403       403    200    403        401
endMaintenance                        401     403        200         200     403    403       403    200    403        401
extendMaintenance                     401     403        200         200     403    403       403    200    403        401
endCurrentMaintenance                 401     403        200         200     403    403       403    200    403        401

bulkMaintenance                       401     403        201         403     403    403       403    201    403        401
bulkEntries                           401     403        403         403     403    403       403    201    403        401
bulkMove                              401     403        403         403     403    403       403    201    403        401
bulkPlace                             401     403        201         403     403    403       403    201    403        401
bulkAssign                            401     403        403         403     403    403       403    201    403        401
bulkRetire                            401     403        403         403     403    403       403    201    403        401
bulkRestore                           401     403        403         403     403    403       403    201    403        401
bulkImages                            401     201        201         403     404    201       403    201    403        401
listBulkActs                          401     200        200         403     200    200       403    200    403        401
getBulkAct                            401     404        404         403     404    404       403    200    403        401
undoBulkAct                           401     403        404         403     403    404       403    200    403        401
stopBulkAct                           401     404        404         403     404    404       403    200    403        401
retryBulkAct                          401     404        404         403     404    404       403    200    403        401

listStationOwners                     401     200        200         403     200    200       403    200    403        401
listIncidentOwners                    401     403        403         403     403    403       403    200    403        401
listAssignees                         401     403        403         403     403    403       403    200    403        401
changeOwnership                       401     403        403         403     403    403       403    200    403        401
changeOwnership (incident)            401     403        403         403     403    403       403    200    403        401
changeOwnership (assign)              401     403        403         403     403    403       403    404    403        401
keepViewing                           401     403        403         403     403    403       403    200    403        401
listOwnershipHistory                  401     403        403         403     403    403       403    200    403        401

listAlertRules                        401     200        200         403     200    200       403    200    403        401
listAlertRules (customers)            401     200        200         403     200    200       403    200    403        401
listUncoveredStations                 401     200        200         403     200    200       403    200    403        401
listAlertPeople                       401     200        200         403     404    200       403    200    403        401
previewAlertRule                      401     403        200         403     403    200       403    200    403        401
getAlertRule                          401     200        200         403     404    200       403    200    403        401
createAlertRule                       401     403        201         403     403    404       403    201    403        401
createAlertRule (organizations)       401     403        201         403     403    404       403    201    403        401
createAlertRule (sites)               401     403        201         403     403    404       403    201    403        401
createUsualRules                      401     403        409         403     403    201       403    201    403        401
createUsualRules (for a channel)      401     403        409         403     403    404       403    404    403        401
changeAlertRule                       401     403        200         403     403    404       403    200    403        401
changeAlertRule (organizations)       401     403        200         403     403    404       403    200    403        401
changeAlertRule (sites)               401     403        200         403     403    404       403    200    403        401
switchAlertRule                       401     403        200         403     403    404       403    200    403        401
deleteAlertRule                       401     403        204         403     403    404       403    204    403        401

listAlerts                            401     200        200         403     404    200       403    200    403        401
listAlerts (of a station)             401     200        200         403     200    200       403    200    403        401
listAlerts (all)                      401     200        200         403     200    200       403    200    403        401
summarizeAlerts                       401     200        200         403     200    200       403    200    403        401
getAlert                              401     200        200         403     404    200       403    200    403        401
muteAlert                             401     200        200         403     404    200       403    200    403        401
unmuteAlert                           401     200        200         403     404    200       403    200    403        401
changeAlertOwner                      401     200        200         403     404    200       403    200    403        401
changeAlertOwner (assign)             401     200        200         403     404    404       403    404    403        401

receiveAlertmanagerAlerts             401     401        401         401     401    401       401    401    401        401

listChannels                          401     200        200         403     404    200       403    200    403        401
createChannel                         401     403        201         403     403    404       403    201    403        401
changeChannel                         401     403        200         403     403    404       403    200    403        401
deleteChannel                         401     403        204         403     403    404       403    204    403        401
pauseChannel                          401     403        200         403     403    404       403    200    403        401
renewChannelSecret                    401     403        409         403     403    404       403    409    403        401
testChannel                           401     403        409         403     403    404       403    409    403        401
testNewChannel                        401     403        200         403     403    404       403    200    403        401

listDeliveries                        401     200        200         403     404    200       403    200    403        401
listDeliveries (of an alert)          401     200        200         403     404    200       403    200    403        401
downloadDeliveries                    401     200        200         403     404    200       403    200    403        401
downloadDeliveries (of an alert)      401     200        200         403     404    200       403    200    403        401
getDelivery                           401     200        200         403     404    200       403    200    403        401
listGivenUp                           401     403        403         403     403    403       403    200    403        401

getMyNotifications                    401     200        200         403     200    200       403    200    403        401
subscribeToRule                       401     200        200         403     404    404       403    404    403        401
subscribeToTopic                      401     200        200         403     200    200       403    200    403        401
changeQuietHours                      401     200        200         403     200    200       403    200    403        401
listMyDevices                         401     200        200         403     200    200       403    200    403        401
addMyDevice                           401     201        201         403     201    201       403    201    403        401
renewMyDevice                         401     200        404         403     404    404       403    404    403        401
removeMyDevice                        401     204        404         403     404    404       403    404    403        401
testMyDevice                          401     409        404         403     404    404       403    404    403        401

listCameras                           401     200        200         200     404    200       200    200    200        401
headCameraImage                       401     200        200         200     404    200       200    200    200        401
getCameraImage                        401     200        200         200     404    200       200    200    200        401
takeImages                            401     503        503         403     404    503       403    503    403        401
uploadImage                           204     204        204         204     204    204       204    204    204        204
uploadImage (not an image)            422     422        422         422     422    422       422    422    422        422
openStream                            401     503        503         403     404    503       403    503    403        401
addIceCandidate                       401     404        404         403     404    404       403    404    403        401
answerStream                          401     404        404         403     404    404       403    404    403        401
keepStreamOpen                        401     404        404         403     404    404       403    404    403        401
closeStream                           401     404        404         403     404    404       403    404    403        401

listQuarantinedEvents                 401     403        403         403     403    403       403    200    403        401
getBroker                             401     403        403         403     403    403       403    200    403        401
listLimitedStations                   401     403        403         403     403    403       403    200    403        401
getRestoreProgress                    401     403        403         403     403    403       403    200    403        401
listBackups                           401     403        403         403     403    403       403    200    403        401
getSystem                             401     403        403         403     403    403       403    200    403        401
testMail                              401     403        403         403     403    403       403    200    403        401
getConsoleStatus                      401     200        200         200     200    200       200    200    200        401
getStationNotices                     401     200        200         403     404    200       403    200    403        401
listRejectedConnections               401     403        403         403     403    403       403    200    403        401
listInvalidMessages                   401     403        403         403     403    403       403    200    403        401
listViolations                        401     403        403         403     403    403       403    200    403        401
reportViolations                      204     204        204         204     204    204       204    204    204        204

listSupportLogEntries                 401     403        403         403     403    403       403    200    403        401
searchSupportLog                      401     403        403         403     403    403       403    200    403        401
listStationSupportLog                 401     403        403         403     403    403       403    200    403        401
listEntryErrors                       401     403        403         403     403    403       403    200    403        401
listAttachedErrors                    401     403        403         403     403    403       403    200    403        401
createSupportLogEntry                 401     403        403         403     403    403       403    201    403        401
replyToEntry                          401     403        403         403     403    403       403    201    403        401
changeEntryStatus                     401     403        403         403     403    403       403    204    403        401
publishEntry                          401     403        403         403     403    403       403    204    403        401
unpublishEntry                        401     403        403         403     403    403       403    204    403        401
listSupportLogTags                    401     403        403         403     403    403       403    200    403        401
createSupportLogTag                   401     403        403         403     403    403       403    201    403        401
createSupportLogTag (alias)           401     403        403         403     403    403       403    204    403        401
`;

/** The expected status by recipe and caller. */
export const expected: ReadonlyMap<string, ReadonlyMap<Who, number>> = readTable(TABLE);
