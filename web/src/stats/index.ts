export { ActivityData } from "./activity-data.tsx";
