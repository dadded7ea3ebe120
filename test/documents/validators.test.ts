import * as adValidators from '@speccast/ad-reporting/validators';
import * as videoValidators from '@speccast/video-platform/validators';
import { describe, expect, test } from 'vitest';
import { demandedOf, functionName, pathParameters } from './calls.js';
import { adFacts, videoFacts, type DocumentedFact } from './facts.js';
import { published } from './layer.js';
import { adOperations, videoOperations } from './operations.js';
import { readRows } from '../rows.js';

const { data } = readRows(import.meta.url);

/** One parameter of each list of which public facts want exactly one. */
const selectors = data<Readonly<Record<string, Readonly<Record<string, string>>>>>('selectors');

describe.each([
  { service: 'video-platform', operations: videoOperations, facts: videoFacts, validators: videoValidators },
  { service: 'ad-reporting', operations: adOperations, facts: adFacts, validators: adValidators },
])('validators of $service', ({ operations, facts, validators }) => {
  const judge = (name: string, value: unknown): boolean => judgeWith(validators, name, value);

  test.each(facts.flatMap(judged))('line $line: $fact ($model)', ({ model, good, bad }) => {
    for (const value of good) expect(judge(model, value)).toBe(true);
    for (const value of bad) expect(judge(model, value)).toBe(false);
  });

  test.each(operations)('parameters of $id: those stated are texts, others are open', (row) => {
    const name = `${functionName(row.id)}Parameters`;
    const given = Object.fromEntries(
      pathParameters(row).map((parameter) => [parameter, parameter === 'id' ? 'track' : 'accounts/pub-1']),
    );
    const { body: _body, ...wanted } = demandedOf(row);
    const params = {
      ...given,
      ...wanted,
      ...selectors[row.id],
      ...(published && row.id.endsWith('.update') && { part: ['id'] }),
    };
    expect(judge(name, { ...params, open: 'anything' })).toBe(true);
    for (const parameter of [...row.query, ...pathParameters(row)])
      expect(judge(name, { ...params, [parameter]: {} })).toBe(false);
    if (pathParameters(row).length > 0) expect(judge(name, {})).toBe(false);
  });

  test.each(operations.filter((row) => ['list', 'resource', 'report'].includes(row.answer)))(
    'answer of $id is JSON',
    (row) => {
      const name = `${functionName(row.id)}Response`;
      expect(judge(name, row.answer === 'report' ? [] : {})).toBe(true);
      expect(judge(name, 'text')).toBe(false);
    },
  );

  test.each(operations.filter((row) => row.answer === 'list'))('answer of $id lists objects', (row) => {
    const name = `${functionName(row.id)}Response`;
    const member =
      { 'accounts.list': 'account', 'accounts.adUnits.list': 'adUnits', 'accounts.apps.list': 'apps' }[row.id] ??
      'items';
    expect(judge(name, { [member]: [{ open: 'field' }] })).toBe(true);
    expect(judge(name, { [member]: {} })).toBe(false);
    expect(judge(name, { [member]: ['text'] })).toBe(false);
  });
});

/** Values that a model with the stated fact accepts and refuses. */
interface Judged {
  readonly line: number;
  readonly fact: string;
  readonly model: string;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const samples = data<Readonly<Record<string, readonly [good: unknown, bad: unknown]>>>('samples');

/** Texts of which only public facts say what they can be. */
const listed: Readonly<Record<string, string>> = {
  'ActivitySnippet.type': 'upload',
  'CommentSnippet.moderationStatus': 'published',
  'VideoStatus.privacyStatus': 'private',
};

function judged({ line, fact, at, says = {} }: DocumentedFact): readonly Judged[] {
  const [root, place, model, , property] = at;
  if (root !== 'components' || place !== 'schemas' || model === undefined) return [];
  if (property === undefined)
    return [{ line, fact, model, good: [model.endsWith('Report') ? [] : {}], bad: ['text', null] }];
  const [sample, bad] = samplesOf(says);
  const good = published ? (listed[`${model}.${property}`] ?? sample) : sample;
  return [{ line, fact, model, good: [{ [property]: good, open: 'field' }], bad: [{ [property]: bad }] }];
}

function samplesOf(says: NonNullable<DocumentedFact['says']>): readonly [unknown, unknown] {
  if (says['enum'] !== undefined) return ['private', 'secret'];
  if (says['pattern'] !== undefined) return ['accounts/pub-1', 'pub-1'];
  return samples[String(says['type'])] ?? [undefined, undefined];
}

function judgeWith(validators: object, name: string, value: unknown): boolean {
  const validator: unknown = Reflect.get(validators, name);
  const is: unknown = Reflect.get(Object(validator), 'is');
  if (typeof is !== 'function') throw new Error(`there is no validator ${name}`);
  return Reflect.apply(is, validator, [value]) === true;
}
