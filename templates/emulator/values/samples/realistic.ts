import type { Json, JsonObject } from '@speccast/runtime';
import { resolveSchema, toJsonObject } from '@speccast/runtime/requests';
import type { SampleContext, SampleStyle } from '@speccast/runtime/samples';
import { numbersFrom } from '../ids.js';
import { rankTime } from './named-values.js';
import { sampleNumber } from './sample-number.js';
import { sampleString } from './sample-string.js';

/** Samples values as a service may have them: usual ones by the names of properties, all optional properties, and several items. */
export const realistic: SampleStyle = {
  chooseStated,
  sampleString,
  sampleNumber,
  listProperties: ({ properties }, required, context) => {
    const own = toJsonObject(properties);
    const isReadable = (name: string): boolean => resolveSchema(toJsonObject(own[name]), context)['writeOnly'] !== true;
    // Optional properties are left out of later attempts and at deeper levels.
    const isFull = context.attempt < 3 && context.depth <= 4;
    return isFull ? [...required, ...Object.keys(own).filter(isReadable)] : required;
  },
  usualItems: 2,
  arrange: orderTimes,
};

function chooseStated(schema: JsonObject, { attempt, next, turn, name = '' }: SampleContext): Json | undefined {
  const { const: constant, enum: values, examples, example, default: usual } = schema;
  if (constant !== undefined) return constant;
  const choices = Array.isArray(values) ? values : [];
  const [stated = example] = Array.isArray(examples) ? examples : [];
  if (attempt < 2 && turn !== undefined && choices.length > 0) {
    const start = choices.indexOf(stated ?? usual ?? null);
    return choices[((start < 0 ? numbersFrom(name)() : start) + turn) % choices.length];
  }
  if (attempt === 0 && stated !== undefined) return stated;
  if (attempt < 2 && usual !== undefined && usual !== null) return usual;
  return choices.length > 0 ? choices[next() % choices.length] : undefined;
}

/** A date, a time, or seconds since the epoch. */
const time = /^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}Z)?|1[67]\d{8})$/;

/** Exchanges the times of an object so that their order fits their names: `updatedAt` is not before `createdAt`. */
function orderTimes(values: Map<string, Json>): void {
  for (const kind of ['string', 'number']) {
    const times = [...values]
      .map(([name, value]) => ({ name, text: typeof value === kind ? String(value) : '', rank: rankTime(name) }))
      .filter(({ text, rank }) => rank >= 0 && time.test(text));
    const texts = times.map(({ text }) => text).toSorted();
    times.sort((left, right) => left.rank - right.rank);
    for (const [index, { name, text }] of times.entries()) {
      const other = texts[index] ?? '';
      // Dates and times are not exchanged for each other, but the days of all are in order.
      const fitting = other.slice(0, 10) + (text.length > 10 ? other.slice(10) || 'T00:00:00Z' : '');
      values.set(name, kind === 'number' ? Number(fitting) : fitting);
    }
  }
}
