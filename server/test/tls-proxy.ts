import { once } from "node:events";
import { connect } from "node:net";
import { createServer } from "node:tls";

/** A self-signed certificate for 127.0.0.1 and localhost, only for tests, valid until 2126. */
export const TEST_CA = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIUEwWk6QVbfC+8a5DXpjIC0WubyDEwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPR3JvdW5kY3JldyB0ZXN0MCAXDTI2MTEyMjA4NDYwNloYDzIx
MjYxMDI5MDg0NjA2WjAaMRgwFgYDVQQDDA9Hcm91bmRjcmV3IHRlc3QwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAARoYERCoP/CDVi0+07UDKSU1hsiorhqPPdyJcaN
kQltwFtH0vQZ243njvBP0hNFZGXs5IHHHQMS5eEfCynaD2gDo28wbTAdBgNVHQ4E
FgQUYKiAQV1gVoDqSvbjTjzPpPU10Y0wHwYDVR0jBBgwFoAUYKiAQV1gVoDqSvbj
TjzPpPU10Y0wDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2Nh
bGhvc3QwCgYIKoZIzj0EAwIDSAAwRQIgNRv2u4XbEhAOce6ua5nb3OFOxbl9FzuI
qbOWrKj9bwUCIQDfGLkbqwg6b1wJC5SyrJFmy2jm82qgWWjec1POvOMvAg==
-----END CERTIFICATE-----
`;
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrV+hH/6ls0OCJJxv
wbb/yZ2DXCb/owpr4rcRI4ZCwXahRANCAARoYERCoP/CDVi0+07UDKSU1hsiorhq
PPdyJcaNkQltwFtH0vQZ243njvBP0hNFZGXs5IHHHQMS5eEfCynaD2gD
-----END PRIVATE KEY-----
`;

/** The same with the same key, but it expired on 2026-11-01. */
export const EXPIRED_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIUdvTOjcq3lVPRRjb9AOY9GpUN/e4wCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPR3JvdW5kY3JldyB0ZXN0MB4XDTI2MDgwMTAwMDAwMFoXDTI2
MTEwMTAwMDAwMFowGjEYMBYGA1UEAwwPR3JvdW5kY3JldyB0ZXN0MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEaGBEQqD/wg1YtPtO1AyklNYbIqK4ajz3ciXGjZEJ
bcBbR9L0GduN547wT9ITRWRl7OSBxx0DEuXhHwsp2g9oA6MvMC0wDwYDVR0TAQH/
BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgMXa/KvvxB8BXJC1Rwh5wdfrf9CuCUjcW91HgX14wUHwCIQDi/gDBDGVe
43N2GoFpG/z+3Ea0LlcnhNhL0ZTYQA07Fw==
-----END CERTIFICATE-----
`;

/** A TLS proxy in front of a local port, as operators use it in front of the embedded broker. */
export async function openTlsProxy(
  target: number,
  certificate = TEST_CA,
): Promise<{ port: number; close: () => void }> {
  const server = createServer({ cert: certificate, key: TEST_KEY }, (outside) => {
    const inside = connect(target, "127.0.0.1");
    outside.pipe(inside).pipe(outside);
    outside.on("error", () => inside.destroy());
    inside.on("error", () => outside.destroy());
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return { port: address.port, close: () => void server.close() };
}
