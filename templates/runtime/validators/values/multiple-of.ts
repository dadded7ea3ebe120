/** Maximum of a scaled number (2 ** 51): beyond it, rounding may change the decimal. */
const exact = 2_251_799_813_685_248;

/** A decimal number: `digits * 10 ** exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * Returns whether a number is a multiple of `scaled / power`, as decimals: `isMultiple(0.3, 1, 10)` is true. `power` is a power of ten up
 * to 1e22, and `scaled` a safe integer.
 */
export function isMultiple(value: number, scaled: number, power: number): boolean {
  const quotient = Math.round(value * power);
  if (quotient > exact || quotient < -exact) return isMultipleExactly(value, scaled / power);
  return quotient / power === value && quotient % scaled === 0;
}

/** Returns whether a number is a multiple of any divisor, as decimals. Calculates with `bigint`. */
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
