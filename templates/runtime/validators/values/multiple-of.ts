/** Above this, a scaled number no longer names one decimal. */
const exact = 2_251_799_813_685_248;

/** A decimal number: `digits * 10 ** exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * Returns whether a number, read as the shortest decimal that names it, is a multiple of `scaled / power`.
 * `power` is a power of ten up to 1e22 and `scaled` a safe integer.
 */
export function isMultiple(value: number, scaled: number, power: number): boolean {
  const quotient = Math.round(value * power);
  if (quotient > exact || quotient < -exact) return isMultipleExactly(value, scaled / power);
  return quotient / power === value && quotient % scaled === 0;
}

/** The same for any divisor, by arithmetic on whole numbers of any size. */
export function isMultipleExactly(value: number, divisor: number): boolean {
  const left = readDecimal(value);
  const right = readDecimal(divisor);
  const exponent = Math.min(left.exponent, right.exponent);
  const scale = (one: Decimal) => one.digits * 10n ** BigInt(one.exponent - exponent);
  return scale(left) % scale(right) === 0n;
}

function readDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
