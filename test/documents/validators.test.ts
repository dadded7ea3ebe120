import * as adValidators from '@speccast/ad-reporting/validators';
import * as videoValidators from '@speccast/video-platform/validators';
import { describe, expect, test } from 'vitest';
import { listRequiredParams, toFunctionName, listPathParameters } from './call-values.js';
import { adFacts, videoFacts, type DocumentedFact } from './facts.js';
import { hasPublicFacts } from './public-facts.js';
import { adOperations, videoOperations } from './operations.js';
import { readRows } from '../rows.js';

const { data } = readRows(import.meta.url);

/** For each operation that requires exactly one of several parameters by public fact, one of them. */
const selectors = data<Readonly<Record<string, Readonly<Record<string, string>>>>>('selectors');

describe.each([
  { service: 'video-platform', operations: videoOperations, facts: videoFacts, validators: videoValidators },
  { service: 'ad-reporting', operations: adOperations, facts: adFacts, validators: adValidators },
])('validators of $service', ({ operations, facts, validators }) => {
  const accepts = (name: string, value: unknown): boolean => isValid(validators, name, value);

  test.each(facts.flatMap(createFactValues))('line $line: $fact ($model)', ({ model, good, bad }) => {
    for (const value of good) expect(accepts(model, value)).toBe(true);
    for (const value of bad) expect(accepts(model, value)).toBe(false);
  });

  test.each(operations)('parameters of $id: declared ones are texts, others are allowed', (row) => {
    const name = `${toFunctionName(row.id)}Parameters`;
    const path = Object.fromEntries(
      listPathParameters(row).map((parameter) => [parameter, parameter === 'id' ? 'track' : 'accounts/pub-1']),
    );
    const { body: _body, ...required } = listRequiredParams(row);
    const params = {
      ...path,
      ...required,
      ...selectors[row.id],
      ...(hasPublicFacts && row.id.endsWith('.update') && { part: ['id'] }),
    };
    expect(accepts(name, { ...params, open: 'anything' })).toBe(true);
    for (const parameter of [...row.query, ...listPathParameters(row)])
      expect(accepts(name, { ...params, [parameter]: {} })).toBe(false);
    if (listPathParameters(row).length > 0) expect(accepts(name, {})).toBe(false);
  });

  test.each(operations.filter((row) => ['list', 'resource', 'report'].includes(row.response)))(
    'response of $id is JSON',
    (row) => {
      const name = `${toFunctionName(row.id)}Response`;
      expect(accepts(name, row.response === 'report' ? [] : {})).toBe(true);
      expect(accepts(name, 'text')).toBe(false);
    },
  );

  test.each(operations.filter((row) => row.response === 'list'))('response of $id lists objects', (row) => {
    const name = `${toFunctionName(row.id)}Response`;
    const member =
      { 'accounts.list': 'account', 'accounts.adUnits.list': 'adUnits', 'accounts.apps.list': 'apps' }[row.id] ??
      'items';
    expect(accepts(name, { [member]: [{ open: 'field' }] })).toBe(true);
    expect(accepts(name, { [member]: {} })).toBe(false);
    expect(accepts(name, { [member]: ['text'] })).toBe(false);
  });
});

/** Valid and invalid values of a model, for one fact about it. */
interface FactValues {
  readonly line: number;
  readonly fact: string;
  readonly model: string;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const samples = data<Readonly<Record<string, readonly [good: unknown, bad: unknown]>>>('samples');

/** Valid values of properties whose values only public facts list. */
const publicSamples: Readonly<Record<string, string>> = {
  'ActivitySnippet.type': 'upload',
  'CommentSnippet.moderationStatus': 'published',
  'VideoStatus.privacyStatus': 'private',
};

function createFactValues({ line, fact, at, says = {} }: DocumentedFact): readonly FactValues[] {
  const [root, place, model, , property] = at;
  if (root !== 'components' || place !== 'schemas' || model === undefined) return [];
  if (property === undefined)
    return [{ line, fact, model, good: [model.endsWith('Report') ? [] : {}], bad: ['text', null] }];
  const [sample, bad] = selectSamples(says);
  const good = hasPublicFacts ? (publicSamples[`${model}.${property}`] ?? sample) : sample;
  return [{ line, fact, model, good: [{ [property]: good, open: 'field' }], bad: [{ [property]: bad }] }];
}

function selectSamples(says: NonNullable<DocumentedFact['says']>): readonly [unknown, unknown] {
  if (says['enum'] !== undefined) return ['private', 'secret'];
  if (says['pattern'] !== undefined) return ['accounts/pub-1', 'pub-1'];
  return samples[String(says['type'])] ?? [undefined, undefined];
}

function isValid(validators: object, name: string, value: unknown): boolean {
  const validator: unknown = Reflect.get(validators, name);
  const is: unknown = Reflect.get(Object(validator), 'is');
  if (typeof is !== 'function') throw new Error(`there is no validator ${name}`);
  return Reflect.apply(is, validator, [value]) === true;
}
