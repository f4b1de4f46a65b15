import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fingerprintOf, groupingKey } from "./fingerprint.ts";

/** Messages of stations of different makers: each line has messages of one kind, which no other line has. */
const KINDS: readonly (readonly string[])[] = [
  // Motors and mechanics
  ["Charger slot 5 answered with abnormal voltage 11032", "Charger slot 12 answered with abnormal voltage 9.81"],
  ["Charger slot 5 answered with abnormal current 11032", "Charger slot 1 answered with abnormal current -3"],
  ["Step0 did not release the hit switch within 250 ms", "Step0 did not release the hit switch within 1000 ms"],
  ["Step1 did not release the hit switch within 250 ms", "Step1 did not release the hit switch within 3 ms"],
  ["Axis X stalled at 113.25 mm (current 2.31A)", "Axis X stalled at -4 mm (current 12A)"],
  ["Axis Y stalled at 113.25 mm (current 2.31A)", "Axis Y stalled at 0.001 mm (current 2A)"],
  ["[odrv0] axis0 error 0x00000200", "[odrv0] axis0 error 0x40", "[odrv0] axis0 error 0xDEADBEEF"],
  ["[odrv0] axis1 error 0x00000200", "[odrv0] axis1 error 0x1"],
  [
    "TMC2209 stepper driver 3: overtemperature prewarning (120°C)",
    "TMC2209 stepper driver 11: overtemperature prewarning (143°C)",
  ],
  ["Encoder lost 17 steps of 3200", "Encoder lost 1 steps of 51200"],
  ["Roof opened past the soft limit", "Roof opened past the soft limit 12", "Roof opened past the soft limit 12.5"],
  ["Roof closed past the soft limit", "Roof closed past the soft limit 7"],
  ["Pad level sensor disagrees with motor position by 3.1", "Pad level sensor disagrees with motor position by -12"],
  // Chargers and batteries
  ["Battery 4SNBH1234567 cell 3 at 4.412V", "Battery 4SNBH1234567 cell 6 at 3.1V"],
  ["BMS fault: cell imbalance 212 mV on pack 2", "BMS fault: cell imbalance 98 mV on pack 14"],
  ["BMS fault: overtemperature 61.5°C on pack 2", "BMS fault: overtemperature 70°C on pack 1"],
  ["SMBus read of register 0x0d failed (-121)", "SMBus read of register 0x2F failed (-5)"],
  ["SMBus write of register 0x0d failed (-121)", "SMBus write of register 0x1 failed (-6)"],
  ["charge aborted after 00:41:12, 78%", "charge aborted after 01:02:59, 3%"],
  ["charge finished after 00:41:12, 78%", "charge finished after 01:02:59, 100%"],
  // USB, serial and kernel
  ["usb 1-1.4: device descriptor read/64, error -71", "usb 2-1.1: device descriptor read/64, error -110"],
  ["usb 1-1.4: device not accepting address 17, error -71", "usb 3-2: device not accepting address 4, error -32"],
  [
    "could not open port /dev/ttyUSB0: [Errno 2] No such file or directory: '/dev/ttyUSB0'",
    "could not open port /dev/ttyACM3: [Errno 2] No such file or directory: '/dev/ttyACM3'",
  ],
  ["open /dev/video0 failed: errno 16", "open /dev/video12 failed: errno 16"],
  [
    "Out of memory: Killed process 4312 (flightd) total-vm:812344kB",
    "Out of memory: Killed process 98 (flightd) total-vm:1kB",
  ],
  ["EXT4-fs error (device mmcblk0p2): inode 131073", "EXT4-fs error (device mmcblk0p2): inode 7"],
  ["CAN bus dc1: bus-off, 12 errors", "CAN bus dc1: bus-off, 255 errors"],
  ["CAN bus dc2: bus-off, 12 errors", "CAN bus dc2: bus-off, 9 errors"],
  ["watchdog: timeout after 30ms on dc1", "watchdog: timeout after 1.5ms on dc1"],
  // Network
  ["connect to 10.0.4.12:1883 refused", "connect to 192.168.1.7:8883 refused"],
  ["connect to 10.0.4.12:1883 timed out after 30 s", "connect to 172.16.0.1 timed out after 5.5 s"],
  ["GET https://api.example.com/v1/missions/81?full=1 answered 500", "GET http://10.0.0.1:8080/ answered 404"],
  ["POST https://api.example.com/v1/missions answered 500", "POST https://other.example.org/a/b?c answered 503"],
  [
    "TLS handshake with wss://relay.example.com:443/s failed: certificate expired 2026-10-01",
    "TLS handshake with wss://b.example.com/x failed: certificate expired 2025-01-31",
  ],
  ["lost link to 00:1b:44:11:3a:b7 (rssi -81)", "lost link to 5C-F3-70-8B-11-02 (rssi -90)"],
  [
    "DHCP lease of 10.1.2.3 expired at 2026-11-23T12:00:00.123Z",
    "DHCP lease of 10.99.0.254 expired at 2026-01-02 03:04:05",
  ],
  ["ntp offset 1532.2ms against 10.0.0.9", "ntp offset -0.4ms against 10.0.0.10"],
  ["packet loss 12.5% over 60 s", "packet loss 100% over 10 s"],
  // Python
  ["Traceback (most recent call last): KeyError: 'slot_7'", "Traceback (most recent call last): KeyError: 'slot_7' "],
  [
    'ValueError: invalid literal for int() with base 10: "a7"',
    'ValueError: invalid literal for int() with base 10: ""',
  ],
  ["TimeoutError: Future 0x7f3a2c001b80 not done after 5.0s", "TimeoutError: Future 0x55 not done after 12s"],
  [
    'File "/opt/gc/station/jobs/swap.py", line 218: AssertionError',
    'File "/opt/gc-1.4.3/station/jobs/swap.py", line 9: AssertionError',
  ],
  [
    "IndexError: list index 4 out of range in /opt/gc/a.py:31",
    "IndexError: list index 17 out of range in /srv/b/c.py:4",
  ],
  // C++ and others
  [
    "terminate called after throwing an instance of 'std::out_of_range' what(): vector::_M_range_check: __n (which is 9) >= this->size() (which is 8)",
    "terminate called after throwing an instance of 'std::out_of_range' what(): vector::_M_range_check: __n (which is 120) >= this->size() (which is 3)",
  ],
  [
    "Segmentation fault at 0x00007ffd4a3c (core dumped to /var/crash/core.4312)",
    "Segmentation fault at 0x0 (core dumped to /var/lib/crash/core.77)",
  ],
  [
    "panic: runtime error: index out of range [5] with length 3",
    "panic: runtime error: index out of range [1] with length 0",
  ],
  [
    "java.lang.IllegalStateException: mission 550e8400-e29b-41d4-a716-446655440000 is closed",
    "java.lang.IllegalStateException: mission 123e4567-e89b-12d3-a456-426614174000 is closed",
  ],
  [String.raw`cannot read C:\ProgramData\dock\cfg.ini (0x80070005)`, String.raw`cannot read D:\x\y.ini (0x2)`],
  // JSON and quoted text
  ['bad reply {"code": 17, "state": "busy"}', 'bad reply {"code": 9, "state": "idle"}'],
  ['unexpected key "foo" in config', 'unexpected key "bar baz" in config'],
  ['unexpected value "foo" in config', 'unexpected value "" in config'],
  // Jobs of this product
  [
    "(job_type=charge) Slot 4 is hot",
    "Slot 12 is hot",
    "Job (ab12) (charge) failed with exception: Slot 9 is hot T:1763900000",
  ],
  ["(job_type=charge) Slot 4 is cold", "Slot 1 is cold"],
  ["Upload of /data/img/2026/11/front.jpg failed after 3 tries", "Upload of /tmp/a/b.jpg failed after 12 tries"],
  // Other languages
  ["Klappe öffnet nicht: Fehler 17", "Klappe öffnet nicht: Fehler 4"],
  ["Klappe schließt nicht: Fehler 17", "Klappe schließt nicht: Fehler 9"],
  ["バッテリー 3 の温度が高すぎます: 61", "バッテリー 12 の温度が高すぎます: 70.5"],
  ["Moteur 2 bloqué à 31,5 mm", "Moteur 4 bloqué à 7 mm"],
  ["Двигатель 3 не отвечает 500 мс", "Двигатель 1 не отвечает 20 мс"],
  ["电池 5 电压异常 11.2", "电池 1 电压异常 9"],
];

const keyOf = (message: string) => groupingKey(fingerprintOf(message).pattern);

test("there are at least 120 messages", () => {
  expect(KINDS.flat().length).toBeGreaterThanOrEqual(120);
});

test.each(KINDS.map((messages) => [messages]))("%j are one kind", (messages) => {
  expect(new Set(messages.map(keyOf)).size).toBe(1);
});

test("no two kinds are the same", () => {
  const keys = KINDS.map(([first = ""]) => keyOf(first));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

const number = fc.oneof(
  fc.integer({ min: -99_999, max: 99_999_999 }).map(String),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value.toFixed(3)),
);
const id = fc.oneof(
  fc.uuid(),
  fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `0x${value.toString(16)}`),
);
const path = fc
  .array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 2, maxLength: 4 })
  .map((parts) => `/${parts.join("/")}`);
const time = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const varying = fc.oneof(number, id, path, time);
const verbs = fc.constantFrom("failed", "recovered", "stalled", "answered", "opened", "closed");

test("adding or changing a number, an id, a path or a time never splits", () => {
  fc.assert(
    fc.property(verbs, varying, varying, fc.boolean(), fc.boolean(), (verb, one, other, isFirst, isLast) => {
      const plain = keyOf(`Charger ${verb} at the door`);
      const message = `Charger ${isFirst ? `${one} ` : ""}${verb} at the door${isLast ? ` ${other}` : ""}`;
      expect(keyOf(message)).toBe(plain);
    }),
  );
});

test("different verbs never merge, whatever varies", () => {
  fc.assert(
    fc.property(verbs, verbs, varying, varying, (verb, another, one, other) => {
      fc.pre(verb !== another);
      expect(keyOf(`Charger ${one} ${verb} ${other}`)).not.toBe(keyOf(`Charger ${other} ${another} ${one}`));
    }),
  );
});
