/** The polynomial of the CRC-32 that gzip uses, with its bits reversed. */
const POLYNOMIAL = 0xedb88320;
/** The polynomial 1: its coefficients are stored from the highest bit down. */
const ONE = 0x80000000;
const X = 0x40000000;

/** The powers x^(2^n) modulo the polynomial, which repeat after 32. */
const SQUARES = squares();

/** The operator that shifts a checksum by a number of appended bytes, to be passed to `appendCrc32`. */
export function crc32Shift(bytes: number): number {
  let shift = ONE;
  // A byte has 8 bits, so the exponent is 8 times the length: three squares further.
  for (let rest = bytes, square = 3; rest > 0; rest = Math.floor(rest / 2), square++) {
    if (rest % 2 === 1) shift = multiply(SQUARES[square % 32] ?? ONE, shift);
  }
  return shift;
}

/**
 * The CRC-32 of bytes that were appended to others, from the checksums of both and the `crc32Shift` of the appended ones, without reading
 * any of them again.
 */
export function appendCrc32(before: number, appended: number, shift: number): number {
  return (multiply(shift, before) ^ appended) >>> 0;
}

function squares(): number[] {
  const all = [X];
  for (let power = X; all.length < 32;) {
    power = multiply(power, power);
    all.push(power);
  }
  return all;
}

/** The product of two polynomials over GF(2), modulo the polynomial. */
function multiply(one: number, other: number): number {
  let product = 0;
  let factor = other;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((one & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
  return product >>> 0;
}
