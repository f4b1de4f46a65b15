export { endpoints, readCertificate, UnusableCertificate, type Endpoint } from "./read-certificate.ts";
export { watchCertificates } from "./watch-certificates.ts";
