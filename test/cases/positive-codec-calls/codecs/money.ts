import type { Codec } from '@speccast/runtime/codecs';

/** An amount in cents. */
export interface Money {
  readonly cents: bigint;
}

/** Amounts with two decimals, as text. */
export const codec: Codec<string, Money> = {
  name: 'money',
  decode: (text) => {
    if (!/^-?\d+\.\d\d$/.test(text)) throw new RangeError('it is no amount with two decimals');
    return { cents: BigInt(text.replace('.', '')) };
  },
  encode: ({ cents }) => {
    if (cents > 10n ** 30n) throw new RangeError('it is more than there is');
    const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
    return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
  },
  is: (value) => typeof value === 'object' && value !== null && 'cents' in value,
};
