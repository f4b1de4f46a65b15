// Written by `npm run client` from the contract: the calls that an API key may make.
export { getAvailability } from "@groundcrew/shared/availability";
export { getCameraImage, headCameraImage, listCameras } from "@groundcrew/shared/cameras";
export { listOlderConfigs, listStationConfigs } from "@groundcrew/shared/configs";
export {
  changeMaintenance,
  endCurrentMaintenance,
  endMaintenance,
  extendMaintenance,
  getMaintenance,
  listMaintenance,
  startMaintenance,
} from "@groundcrew/shared/maintenance";
export { getStationReadiness, listReadinessReasons } from "@groundcrew/shared/readiness";
export { listSites, listStationTags } from "@groundcrew/shared/sites";
export { listSsotEntries } from "@groundcrew/shared/ssot";
export { changeStationErrors, listStationErrors } from "@groundcrew/shared/station-errors";
export { getStationTypes } from "@groundcrew/shared/station-types";
export {
  countListedStations,
  getStation,
  listStationPage,
  listStations,
  mapListedStations,
} from "@groundcrew/shared/stations";
export { getOrganizationHistory, getStationHistory } from "@groundcrew/shared/stats";
export { getSwapSuccess, listSwapAttempts } from "@groundcrew/shared/swap-attempts";
export { getConsoleStatus } from "@groundcrew/shared/system";
