import { describe, expect, test } from 'vitest';
import { findConversions } from '../../../generator/api/conversions/conversions.js';
import type { Json, JsonObject } from 'speccast/emitter';
import { lowerParts, findModel } from '../lower.js';
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

/** Prints the alternatives of a union and the facts that distinguish them: `Opened object kind=opened | Closed object kind=closed`. */
function show(schema: Json): string {
  const { api } = lower(schema);
  const subject = findModel(api, 'Subject').schema;
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

describe('alternatives of a union are distinguished', () => {
  table('%s', (_: string, schema: Json, want: string) => {
    expect(show(schema)).toBe(want);
  });

  test('are converted together if they convert the same values in the same way', () => {
    expect(show({ anyOf: [ref('Dated'), { ...(others['Dated'] as JsonObject) }] })).toBe('all 2');
    expect(show({ anyOf: [moment, moment] })).toBe('all 2');
  });

  test('stay as they are on the wire, with a warning, if nothing distinguishes them', () => {
    const schema = { anyOf: [moment, { type: 'string' }] };
    expect(show(schema)).toBe('stays as on the wire');
    expect(show({ anyOf: [ref('Plain'), ref('Dated')] })).toBe('stays as on the wire');
    expect(show({ anyOf: [moment, {}] })).toBe('stays as on the wire');
    const { api, diagnostics } = lower(schema);
    expect(showShape(findModel(api, 'Subject').shape)).toBe('wire((dateTimeAsDate | string))');
    expect(findModel(api, 'Subject').wire).toBeUndefined();
    expect(diagnostics.filter((one) => one.includes('ambiguous-codec'))).toEqual([
      'spec.json:10:15 warning ambiguous-codec: the alternatives of "anyOf" are ambiguous: no types, constants or required properties distinguish those that are converted, so its values are not converted',
    ]);
  });

  test('need not be distinguished if no codec converts anything', () => {
    expect(show({ anyOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }] })).toBe('nothing to convert');
  });
});

/** Lowers a document of `corpus/wide` with every string a `Date`, its schemas in reverse order if `isReversed`, and returns its errors. */
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
  ['properties', wide.propertyChain(2000), false],
  ['references', wide.referenceChain(1500), false],
  ['allOf', wide.allOfChain(2500), false],
  ['allOf, the last one first', wide.allOfChain(1500), true],
  ['oneOf', wide.oneOfChain(300), false],
  ['alternatives', wide.manyReferences(1500), false],
])('thousands of converted schemas take seconds and do not overflow the stack: %s', (_, text, isReversed) => {
  const { user } = process.cpuUsage();
  expect(lowerWide(text, isReversed)).toEqual([]);
  // Following every path to a schema took a minute and more, or overflowed the stack.
  expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(15);
});

test('unions that each have the next two as alternatives are visited once each, not once per path', () => {
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
  expect(showShape(findModel(api, 'S58').shape)).toContain('at?: dateTimeAsDate');
});

describe('types', () => {
  test('have a wire type if the values of callers differ, through references and loops', () => {
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

  table('name the type that a codec decodes: %s', (_: string, schema: Json, want: string) => {
    expect(showShape(findModel(lower(schema).api, 'Subject').shape)).toBe(want);
  });
});
