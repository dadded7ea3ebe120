import type { Json, JsonObject } from '@speccast/runtime';

/** A number within the bounds of a schema. */
export function sampleNumber(schema: JsonObject, integer: boolean, next: () => number): number {
  const isWhole = integer || /^u?int\d+$/.test(String(schema['format']));
  const step = positive(schema['multipleOf']) ?? (isWhole ? 1 : undefined);
  const grain = step ?? 0.5;
  const low = Math.max(number(schema['minimum']) ?? -Infinity, above(schema['exclusiveMinimum'], grain));
  const high = Math.min(number(schema['maximum']) ?? Infinity, below(schema['exclusiveMaximum'], grain));
  const from = Number.isFinite(low) ? low : Number.isFinite(high) ? high - 100 * grain : 1;
  const span = Number.isFinite(high) ? Math.max(0, high - from) : 100 * grain;
  const value = from + (next() % 1000) * (span / 1000);
  if (step === undefined) return inside(schema, between(Math.round(value * 100) / 100, low, high));
  const multiple = Math.ceil(from / step) + Math.floor((value - from) / step);
  const result = clean(multiple * step, step);
  return result <= high ? result : clean(Math.floor(high / step) * step, step);
}

function above(value: Json | undefined, grain: number): number {
  const bound = number(value);
  return bound === undefined ? -Infinity : bound + grain;
}

function below(value: Json | undefined, grain: number): number {
  const bound = number(value);
  return bound === undefined ? Infinity : bound - grain;
}

/** The number itself if it is within the bounds, else one between them. */
function inside(schema: JsonObject, value: number): number {
  const [over, under] = [
    number(schema['exclusiveMinimum']) ?? -Infinity,
    number(schema['exclusiveMaximum']) ?? Infinity,
  ];
  const [low, high] = [number(schema['minimum']) ?? -Infinity, number(schema['maximum']) ?? Infinity];
  if (value > over && value < under && value >= low && value <= high) return value;
  return (Math.max(over, low) + Math.min(under, high)) / 2;
}

function between(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** `0.1 * 3` without the binary rounding error. */
function clean(value: number, step: number): number {
  const digits = (/\.(\d+)/.exec(String(step))?.[1] ?? '').length;
  return Number(value.toFixed(Math.min(digits, 20)));
}

function positive(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

function number(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
