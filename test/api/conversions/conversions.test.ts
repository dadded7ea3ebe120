import { describe, expect, test } from 'vitest';
import { findConversions } from '../../../generator/api/conversions/conversions.js';
import type { Json, JsonObject } from 'speccast/emitter';
import { lowerParts, modelOf } from '../lower.js';
import { showShape } from '../show-shape.js';
import * as wide from '../../corpus/wide/documents.js';
import { readRows } from '../../rows.js';

const { data, table } = readRows(import.meta.url);

const moment = { type: 'string', format: 'date-time' };

const others = data<JsonObject>('others');

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

function lower(schema: Json): ReturnType<typeof lowerParts> {
  return lowerParts(
    { components: { schemas: { Subject: schema, ...others } } },
    {},
    { types: { 'date-time': 'Date' } },
  );
}

/** How a union is converted, in one line. */
function show(schema: Json): string {
  const { api } = lower(schema);
  const subject = modelOf(api, 'Subject').schema;
  const conversions = findConversions(api);
  const key = subject.oneOf === undefined ? 'anyOf' : 'oneOf';
  const found = conversions.findConversion(subject, key);
  if (found === undefined) return conversions.staysWire(subject, key) ? 'stays as on the wire' : 'nothing to convert';
  if (found.kind === 'all') return `all ${found.schemas.length}`;
  const parts = found.choices.map(({ schema: { ref: id, types }, facts, required }) => {
    const name = id?.replace(/.*\//, '') ?? types?.join();
    const tags = [...facts.tags].map(([tag, values]) => `${tag}=${values.join()}`);
    return [name, [...(facts.types ?? ['any'])].join(), ...tags, ...required.map((one) => `needs ${one}`)].join(' ');
  });
  return parts.join(' | ');
}

describe('alternatives of a union are told apart', () => {
  table('%s', (_: string, schema: Json, want: string) => {
    expect(show(schema)).toBe(want);
  });

  test('are converted at once where they convert the same', () => {
    expect(show({ anyOf: [ref('Dated'), { ...(others['Dated'] as JsonObject) }] })).toBe('all 2');
    expect(show({ anyOf: [moment, moment] })).toBe('all 2');
  });

  test('stay as they are on the wire where nothing tells them apart, which is a warning', () => {
    const schema = { anyOf: [moment, { type: 'string' }] };
    expect(show(schema)).toBe('stays as on the wire');
    expect(show({ anyOf: [ref('Plain'), ref('Dated')] })).toBe('stays as on the wire');
    expect(show({ anyOf: [moment, {}] })).toBe('stays as on the wire');
    const { api, diagnostics } = lower(schema);
    expect(showShape(modelOf(api, 'Subject').shape)).toBe('wire((dateTimeAsDate | string))');
    expect(modelOf(api, 'Subject').wire).toBeUndefined();
    expect(diagnostics.filter((one) => one.includes('ambiguous-codec'))).toEqual([
      'spec.json:10:15 warning ambiguous-codec: the alternatives of "anyOf" are ambiguous: no types, constants or required properties distinguish those that are converted, so its values are not converted',
    ]);
  });

  test('need not be told apart where no codec converts anything', () => {
    expect(show({ anyOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }] })).toBe('nothing to convert');
  });
});

/** A document as `wide` makes it, with moments in place of texts, and the order of its schemas the other way round or not. */
function lowerWide(text: string, isReversed: boolean): readonly string[] {
  const dated = text.replaceAll('"type":"string"', '"type":"string","format":"date-time"');
  const { components, paths } = JSON.parse(dated) as { components: { schemas: JsonObject }; paths: JsonObject };
  const entries = Object.entries(components.schemas);
  const schemas = Object.fromEntries(isReversed ? entries.toReversed() : entries);
  const options = { types: { 'date-time': 'Date' }, names: { properties: 'PascalCase' } } as const;
  return lowerParts({ components: { schemas }, paths }, {}, options).diagnostics.filter((one) =>
    one.includes(' error '),
  );
}

test.each<[string, string, boolean]>([
  ['properties', wide.chainOfProperties(2000), false],
  ['references', wide.chainOfReferences(1500), false],
  ['allOf', wide.chainOfAllOf(2500), false],
  ['allOf, the last one first', wide.chainOfAllOf(1500), true],
  ['oneOf', wide.chainOfOneOf(300), false],
  ['alternatives', wide.manyReferences(1500), false],
])(
  'thousands of schemas that are converted take seconds and no more stack than there is: %s',
  (_, text, isReversed) => {
    const { user } = process.cpuUsage();
    expect(lowerWide(text, isReversed)).toEqual([]);
    // It was a minute and more, or a crash, where each way to a schema was gone.
    expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(15);
  },
);

test('alternatives that are unions of the next two are looked at once each, and not on every path to them', () => {
  const last = 60;
  const schemas = Object.fromEntries(
    Array.from({ length: last + 1 }, (_, index): [string, Json] => {
      const next = [index + 1, index + 2].map((one) => ref(`S${Math.min(one, last)}`));
      const own = { type: 'object', required: [`p${index}`], properties: { at: moment, [`p${index}`]: {} } };
      return [`S${index}`, index < last ? { ...own, oneOf: next } : own];
    }),
  );
  const { api, diagnostics } = lowerParts({ components: { schemas } }, {}, { types: { 'date-time': 'Date' } });
  expect(diagnostics).toEqual([]);
  expect(showShape(modelOf(api, 'S58').shape)).toContain('at?: dateTimeAsDate');
});

describe('types', () => {
  test('have a name on the wire where callers have something else, through references and loops', () => {
    const { api } = lower({ type: 'array', items: ref('Loop') });
    const wires = api.models.flatMap(({ name, wire }) => (wire === undefined ? [] : [`${name} ${wire}`]));
    expect(wires).toEqual([
      'Subject SubjectWire',
      'Moment MomentWire',
      'Opened OpenedWire',
      'Long LongWire',
      'Dated DatedWire',
      'ChildA ChildAWire',
      'ChildB ChildBWire',
      'Loop LoopWire',
    ]);
  });

  table('say what a codec makes of %s', (_: string, schema: Json, want: string) => {
    expect(showShape(modelOf(lower(schema).api, 'Subject').shape)).toBe(want);
  });
});
