import type { JsonObject } from '@speccast/runtime';
import type { SampleContext } from '@speccast/runtime/samples';
import { namedRange } from './named-values.js';

/** Samples a number within the limits of a schema, or within the usual limits for the name of the property. */
export function sampleNumber(schema: JsonObject, { next, name = '' }: SampleContext): number {
  const { type, format } = schema;
  const stated = Object.entries(schema).filter(
    (one): one is [string, number] => typeof one[1] === 'number' && limits.test(one[0]),
  );
  const bounds: Readonly<Record<string, number>> = {
    ...(stated.length > 0 ? Object.fromEntries(stated) : namedRange(name)),
  };
  const { minimum: least = -Infinity, exclusiveMinimum: over = -Infinity, multipleOf = 0 } = bounds;
  const { maximum: most = Infinity, exclusiveMaximum: under = Infinity } = bounds;
  const isWhole = type === 'integer' || /^u?int\d+$/.test(String(format));
  const step = Math.max(multipleOf, 0) || (isWhole ? 1 : undefined);
  const grain = step ?? 0.5;
  const low = Math.max(least, over + grain);
  const high = Math.min(most, under - grain);
  const from = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 100 * grain : 1;
  const span = Number.isFinite(high) ? Math.max(0, high - from) : 100 * grain;
  const value = from + (next() % 1000) * (span / 1000);
  if (step === undefined) {
    const rounded = Math.min(Math.max(Math.round(value * 100) / 100, low), high);
    // The bounds may be closer to each other than the grain is wide.
    if (rounded > over && rounded < under && rounded >= least && rounded <= most) return rounded;
    return (Math.max(over, least) + Math.min(under, most)) / 2;
  }
  const multiple = Math.ceil(from / step) + Math.floor((value - from) / step);
  const result = roundTo(multiple * step, step);
  return result <= high ? result : roundTo(Math.floor(high / step) * step, step);
}

const limits = /^(?:(?:exclusiveM|m)(?:in|ax)imum|multipleOf)$/;

/** Removes the binary rounding error of a multiple: `0.1 * 3` → `0.3`. */
function roundTo(value: number, step: number): number {
  const digits = (/\.(\d+)/.exec(String(step))?.[1] ?? '').length;
  return Number(value.toFixed(Math.min(digits, 20)));
}
