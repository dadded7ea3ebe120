import { adsReport, events, fullVideos, oneVideo, ratings, type Payload } from './payloads.js';
import { createChance, createRandom, type Chance } from './random.js';

/** One row of the table: payloads of one kind, valid ones or ones with a certain mistake. */
export interface Row {
  readonly name: string;
  /** What it is, in words. */
  readonly title: string;
  /** File of the schema below `schemas`. */
  readonly schema: 'video-list' | 'content-rating' | 'report' | 'events';
  /** Whether the formats of the schema are asserted; without, they are left out of it. */
  readonly formats: boolean;
  readonly valid: boolean;
  readonly make: (chance: Chance) => Payload;
}

/** Payloads that take turns. */
export const INSTANCES = 64;

/** Every fourth payload has the properties of its objects in another order. */
const REORDERED = 4;

const list = { schema: 'video-list', formats: false, valid: true } as const;
const page = (chance: Chance): Payload => fullVideos(50, chance);

/** The rows of the table. */
export const rows: readonly Row[] = [
  { ...list, name: 'list', title: '50 full videos', make: page },
  { ...list, name: 'list-dates', title: '50 full videos, date-times asserted', formats: true, make: page },
  { ...list, name: 'one-video', title: '1 video with one part', make: oneVideo },
  { ...list, name: 'ratings', title: '75 optional enums, 2 present', schema: 'content-rating', make: ratings },
  {
    ...list,
    name: 'report',
    title: 'report of 2,000 rows',
    schema: 'report',
    make: (chance) => adsReport(2000, chance),
  },
  {
    ...list,
    name: 'union',
    title: '120 events of a 12-way union',
    schema: 'events',
    make: (chance) => events(120, chance),
  },
  invalid('first-key', '50 videos, wrong at the first key', page, (value) => set(value, ['kind'], 'youtube#video')),
  invalid('each-item', '50 videos, one wrong leaf in each', page, (value) => {
    for (let index = 0; index < 50; index += 1) set(value, ['items', index, 'snippet', 'title'], 7);
  }),
  invalid('last-key', '50 videos, wrong at the last key', page, (value) => set(value, ['visitorId'], 7)),
  {
    ...invalid(
      'union-leaf',
      '120 events, one wrong leaf in the last',
      (chance) => events(120, chance),
      (value) => set(value, [119, 'notes', 0], 7),
    ),
    schema: 'events',
  },
];

function invalid(name: string, title: string, make: Row['make'], spoil: (value: Payload) => void): Row {
  const spoiled = (chance: Chance): Payload => {
    const value = make(chance);
    spoil(value);
    return value;
  };
  return { ...list, name, title, valid: false, make: spoiled };
}

function set(value: Payload, path: readonly (string | number)[], leaf: Payload): void {
  const [key, ...rest] = path;
  if (typeof value !== 'object' || value === null || key === undefined) throw new Error(`Nothing at ${String(key)}`);
  // An array is an object with indices for keys.
  const holder = value as Record<string | number, Payload>;
  if (rest.length === 0) holder[key] = leaf;
  else set(holder[key] ?? null, rest, leaf);
}

/** The payloads of a row, as JSON texts. */
export function textsOf(row: Row): readonly string[] {
  return Array.from({ length: INSTANCES }, (_, index) => {
    const value = row.make(createChance(index + 1));
    return JSON.stringify(index % REORDERED === REORDERED - 1 ? reorder(value, index) : value);
  });
}

/** Copies with one leaf replaced: what they are worth, all libraries must agree on. */
export function mutantsOf(row: Row): readonly string[] {
  return Array.from({ length: INSTANCES }, (_, index) => {
    const chance = createChance(1000 + index);
    const value = row.make(chance);
    if (row.formats && index % 2 === 0)
      set(value, ['items', index % 50, 'snippet', 'publishedAt'], chance.pick(noDateTimes));
    else mutate(value, chance);
    return JSON.stringify(value);
  });
}

const noDateTimes = [
  '2024-07-01',
  '2024-02-30T10:00:00Z',
  '2024-07-01T25:00:00Z',
  '2024-07-01T10:00:00',
  'today',
] as const;

function reorder(value: Payload, seed: number): Payload {
  if (Array.isArray(value)) return value.map((item) => reorder(item, seed));
  if (typeof value !== 'object' || value === null) return value;
  const random = createRandom(seed);
  const entries = Object.entries(value).map(([key, item]) => [key, reorder(item, seed), random()] as const);
  return Object.fromEntries(entries.toSorted((left, right) => left[2] - right[2]));
}

function mutate(value: Payload, chance: Chance): void {
  let holder = value;
  for (;;) {
    if (typeof holder !== 'object' || holder === null) return;
    const keys = Object.keys(holder);
    const key = keys[chance.below(keys.length)];
    if (key === undefined) return;
    // An array is an object with indices for keys.
    const members = holder as Record<string, Payload>;
    const member = members[key];
    if (typeof member !== 'object' || member === null || chance.below(8) === 0) {
      members[key] = chance.pick<Payload>([null, 7, 0.5, 'other', true, [], {}, [7], { other: 7 }]);
      return;
    }
    holder = member;
  }
}
