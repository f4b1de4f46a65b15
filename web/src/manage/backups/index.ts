export { BackupsPage } from "./backups-page.tsx";
