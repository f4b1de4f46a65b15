import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fingerprintOf, groupingKey } from "./fingerprint.ts";

const keyOf = (message: string) => groupingKey(fingerprintOf(message).pattern);

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
  // Ids and serial numbers
  ["Battery 4ERPL8Q001A27F did not lock", "Battery 4ERPL8Q0019B3C did not lock", "Battery 4SNBH1234567 did not lock"],
  ["mission 01HZX3K9QF7M2V8T4R6W0Y5B1C failed", "mission 01J0A1B2C3D4E5F6G7H8J9K0M1 failed"],
  ["upload job-8f3kq2z1 rejected", "upload job-a3kq2z18 rejected", "upload job-0 rejected"],
  ["session V1StGXR8_Z5jdHi6B-myT ended", "session 8Kq-2bXw_9TfGhJ3LmNpQ ended"],
  ["blob 2xYzAb3CdEfGhIjKlMnOpQrStUv is gone", "blob 0ujtsYcgvSTl8PAuAdqWYSMnLOv is gone"],
  ["record cjld2cjxh0000qzrmn831i7rn is locked", "record cjld2cyuq0000t3rmniod1foy is locked"],
  ["object 507f1f77bcf86cd799439011 not found", "object 65a0c3e2b1d4f6a798765432 not found"],
  ["commit 9b2e4f1 does not verify", "commit a47d2c09e1b3f5a7c9d1e3f5a7b9c1d3e5f70819 does not verify"],
  [
    "digest e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 differs",
    "digest 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae differs",
  ],
  ["drone SN20261127 is not paired", "drone SN19991231 is not paired"],
  ["drone 1581F5FHD232F00DU6ZK is unknown", "drone 1581F4QZC222B00A9XKT is unknown"],
  ["token {550e8400-e29b-41d4-a716-446655440000} expired", "token {0190163D-8694-739B-AEA5-966C26F8AD91} expired"],
  ["peer 001b.4411.3ab7 is silent", "peer 5c:f3:70:8b:11:02 is silent", "peer 5CF3708B1102 is silent"],
  ["no route to host fe80::1ff:fe23:4567:890a%eth0", "no route to host 2001:db8::1", "no route to host 10.0.0.7"],
  ["frame A3 1F 00 7C has no end", "frame 00 01 02 03 04 FF has no end"],
  // Numbers with units of any maker
  ["Pressure 1.2bar too low", "Pressure 0.95bar too low", "Pressure 12bar too low"],
  ["Pressure 150mbar too low", "Pressure 0.15mbar too low"],
  ["Supply 24.7Vdc out of range", "Supply 9Vdc out of range"],
  ["Supply 230Vac out of range", "Supply 110.5Vac out of range"],
  ["Wind 3.5kn above limit", "Wind 31kn above limit"],
  ["Wind 12.3mph above limit", "Wind 40mph above limit"],
  ["Tank 12.5l left", "Tank 3l left"],
  ["Pad turned 1.5deg too far", "Pad turned 12deg too far"],
  ["Uplink 3.2Mbit slow", "Uplink 54Mbit slow"],
  ["Humidity 85.5pct above limit", "Humidity 90pct above limit"],
  ["Capacity 3200mAh below limit", "Capacity 2950.5mAh below limit"],
  ["Torque 12Nm exceeded", "Torque 7.25Nm exceeded"],
  ["Coil 47kΩ open", "Coil 1.2kΩ open"],
  ["Leak 30µA found", "Leak 4.5µA found"],
  ["Heater 61℃ too hot", "Heater 70.5℃ too hot"],
  ["retry in 1h23m45s", "retry in 5m30s", "retry in 2m0.5s"],
  ["moved 3,5cm too far", "moved 12cm too far"],
  ["moved 1'234 steps too far", "moved 1\u202f234 steps too far", "moved 12,345.6 steps too far"],
  ["offset −3.5 mm found", "offset -3 mm found", "offset +12 mm found"],
  // Scripts without spaces, and their digits
  ["电池3号温度45度过高", "电池5号温度51度过高", "电池12号温度60.5度过高"],
  ["第３次充电失败", "第４次充电失败", "第12次充电失败"],
  ["舱门未关闭（代码17）", "舱门未关闭（代码4）"],
  ["バッテリー3の充電が停止しました：61％", "バッテリー12の充電が停止しました：5％"],
  ["モーター１が応答しません", "モーター２が応答しません"],
  ["3번 배터리 전압이 낮습니다 11.2V", "12번 배터리 전압이 낮습니다 9V"],
  ["배터리3이 과열되었습니다", "배터리5이 과열되었습니다"],
  ["แบตเตอรี่3ร้อนเกินไป", "แบตเตอรี่12ร้อนเกินไป", "แบตเตอรี่๓ร้อนเกินไป"],
  ["البطارية ٣ ساخنة", "البطارية ٤ ساخنة", "البطارية 12 ساخنة"],
  ["الجهد ١١٫٢ منخفض", "الجهد ٩ منخفض"],
  ["बैटरी ३ बहुत गरम है", "बैटरी ४ बहुत गरम है"],
  ["ব্যাটারি ৩ গরম", "ব্যাটারি ১২ গরম"],
  ["Мотор 3 не отвечает 500мс", "Мотор 1 не отвечает 20мс"],
  ["Động cơ 2 bị kẹt ở 31,5 mm", "Động cơ 4 bị kẹt ở 7 mm"],
  ["המנוע 2 תקוע", "המנוע 4 תקוע"],
  // Quotes of other keyboards
  ["Station „Nord-7“ antwortet nicht", "Station „Süd-9“ antwortet nicht", 'Station "West" antwortet nicht'],
  ["Landeplatz »Nord« ist belegt", "Landeplatz »Süd 3« ist belegt"],
  ["Le site «Nord» est fermé", "Le site « Sud » est fermé"],
  ["unknown profile “fast”", "unknown profile “slow and safe”"],
  ["okänd profil ”snabb”", "okänd profil ”långsam”"],
  ["unknown mode ‘fast’", "unknown mode ‘slow’"],
  ["設定「高速」が不明です", "設定「低速」が不明です"],
  ["配置《快速》无效", "配置《慢速》无效"],
  // Dates and times
  ["Nov 27 14:03:22 watchdog fired", "Dec 02 03:00:01 watchdog fired", "Dec  2 03:00:01 watchdog fired"],
  ["Fri Nov 27 14:03:22 UTC 2026: disk full", "Sat Jan  2 04:05:06 UTC 2027: disk full"],
  ["Fri, 27 Nov 2026 14:03:22 +0100 mail refused", "Mon, 4 May 2026 08:00:00 +0000 mail refused"],
  ["certificate ends on 27 November 2026", "certificate ends on 3rd March 2027", "certificate ends on May 1, 2027"],
  ["Zertifikat endet am 27. November 2026", "Zertifikat endet am 3. März 2027"],
  ["le certificat expire le 27 novembre 2026", "le certificat expire le 1 août 2027"],
  ["el certificado vence el 27 de noviembre de 2026", "el certificado vence el 3 de mayo de 2027"],
  ["сертификат истекает 27 ноября 2026", "сертификат истекает 3 мая 2027"],
  ["last sync 27.11.2026", "last sync 3.1.2027"],
  ["last contact 11/27/2026 2:05 PM", "last contact 1/3/2027 11:59 AM"],
  ["backup of 20261127T140322Z is damaged", "backup of 20270103T000000Z is damaged"],
  ["证书将于2026年11月27日到期", "证书将于2027年1月3日到期"],
  ["prochain essai 14h03", "prochain essai 8h30"],
  // File names
  ["cannot write IMG_0042.jpg", "cannot write IMG_20261127_140322.jpg", "cannot write front-2.png"],
  ["cannot rotate flight-2026-11-27.log", "cannot rotate flight7.log"],
];

/** Names with a number that are something else with another number, and so stay apart. */
test.each([
  ["Step0 is stalled", "Step1 is stalled"],
  ["bus dc1 is off", "bus dc2 is off"],
  ["axis0 error", "axis1 error"],
  ["CO2 is high", "CO3 is high"],
  ["IPv4 is down", "IPv6 is down"],
  ["TMC2209 is hot", "TMC5160 is hot"],
  ["i2c0 is stuck", "spi0 is stuck"],
  ["SwapJobV2Step3 failed", "SwapJobV2Step4 failed"],
  ["readI2cRegister failed", "readI3cRegister failed"],
  ["slot_7 is missing", "slot_8 is missing"],
  ["Ось1 остановлена", "Ось2 остановлена"],
  ["decoder 3 failed", "octet 3 failed"],
  ["marker 3 is lost", "maintenance 3 is lost"],
  ["set 12 V failed", "out 12 V failed"],
  ["1st gripper failed", "2nd gripper failed"],
])("%j and %j are two kinds", (one, other) => {
  expect(keyOf(one)).not.toBe(keyOf(other));
});

test("there are at least 240 messages", () => {
  expect(KINDS.flat().length).toBeGreaterThanOrEqual(240);
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
