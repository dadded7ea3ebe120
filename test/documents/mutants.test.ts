import { document as adDocument } from '@speccast/ad-reporting/spec';
import * as adValidators from '@speccast/ad-reporting/validators';
import { document as videoDocument } from '@speccast/video-platform/spec';
import * as videoValidators from '@speccast/video-platform/validators';
import { describe, expect, test } from 'vitest';
import { functionName } from './calls.js';
import {
  fitRules,
  keywordsOf,
  makeValue,
  membersOf,
  mutantsOf,
  ruleMutants,
  type Making,
  type Mutant,
} from './mutants.js';
import { isMap, mapOf, operationsOf, valueAt, type JsonMap, type JsonValue, type SpecOperation } from './spec-files.js';

/** What one exported validator judges. */
interface Part {
  readonly name: string;
  readonly schema: JsonMap;
  readonly leftOut?: 'readOnly' | 'writeOnly';
}

type Validators = Readonly<Record<string, unknown>>;
type Judge = typeof videoValidators.Video;

describe.each([
  { service: 'video-platform', spec: asMap(videoDocument), validators: videoValidators as Validators },
  { service: 'ad-reporting', spec: asMap(adDocument), validators: adValidators as Validators },
])('validators of $service', ({ spec, validators }) => {
  const components = mapOf(spec['components']);
  const parts = [
    ...modelsOf(components, validators),
    ...operationsOf(spec).flatMap((operation) => partsOf(operation, components)),
  ];

  test('are all tried below', () => {
    const exported = Object.entries(validators).filter(([, one]) => typeof one === 'object');
    // `validation` holds them all, for clients.
    const names = ['validation', ...parts.map(({ name }) => name)];
    expect(names.toSorted()).toEqual(exported.map(([name]) => name).toSorted());
  });

  const tried = new Map(parts.map((part) => [part, mutants(part, components)]));

  test.each(parts)(
    '$name accepts as little and as much as the spec allows, and says what each wrong place offends',
    (part) => {
      const { is, check } = judge(validators, part.name);
      const refused = validValues(part, components).filter((value) => !is(value) || check(value).length > 0);
      const wrong = (tried.get(part) ?? []).filter(({ value, path, keywords }) => {
        // A parameter that is wrong or missing may break rules between parameters besides.
        const issues = check(value).filter((one) => isOfRules(one.schema) === keywords.some(isRule));
        const isSaid = issues.every((one) => isAt(one.path, path) && leads(one.schema, one.keyword, spec));
        const said = issues.map(({ keyword }) => keyword).toSorted();
        return is(value) || !isSaid || said.join() !== keywords.join();
      });
      expect({ refused, wrong: wrong.map((one) => ({ ...one, issues: check(one.value) })) }).toEqual({
        refused: [],
        wrong: [],
      });
    },
  );

  test('are tried with every keyword of the spec', () => {
    const offended = new Set([...tried.values()].flat().map(({ keyword }) => keyword));
    const used = new Set(
      parts.flatMap(({ schema }) => [
        ...keywordsOf(schema, { components, full: true }),
        ...Object.keys(mapOf(schema['x-parameter-rules'])).filter(isRule),
      ]),
    );
    expect([...used].toSorted()).toEqual([...offended].toSorted());
    expect(used.size).toBeGreaterThan(0);
  });
});

function judge(validators: Validators, name: string): Judge {
  // All that the modules of validators export are validators.
  return validators[name] as Judge;
}

function asMap(value: unknown): JsonMap {
  if (!isMap(value)) throw new Error('The package holds no document');
  return value;
}

/** A model whose name JavaScript has already is called otherwise. One that callers send may have a validator of that, too. */
function modelsOf(components: JsonMap, validators: Validators): readonly Part[] {
  return Object.keys(mapOf(components['schemas'])).flatMap((name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    const sent = `${name}Request`;
    return [
      { name: name in validators ? name : `${name}Model`, schema },
      ...(sent in validators ? [{ name: sent, schema, leftOut: 'readOnly' as const }] : []),
    ];
  });
}

/** What the validators of an operation judge, read from the spec. */
function partsOf({ id, node }: SpecOperation, components: JsonMap): readonly Part[] {
  const name = functionName(id);
  const body = jsonOf(node['requestBody']);
  const responses = Object.entries(mapOf(node['responses']));
  const answer = (
    responses.find(([status]) => status.startsWith('2')) ?? responses.find(([status]) => status === 'default')
  )?.[1];
  const reference = mapOf(answer)['$ref'];
  const response = jsonOf(
    typeof reference === 'string' ? valueAt({ components }, reference.split('/').slice(1)) : answer,
  );
  return [
    { name: `${name}Parameters`, schema: parametersOf(node, components) },
    ...(body === undefined ? [] : [{ name: `${name}Body`, schema: body, leftOut: 'readOnly' as const }]),
    ...(response === undefined ? [] : [{ name: `${name}Response`, schema: response, leftOut: 'writeOnly' as const }]),
  ];
}

/** The schema of JSON content, or of the JSON beside bytes. */
function jsonOf(node: JsonValue | undefined): JsonMap | undefined {
  const content = mapOf(mapOf(node)['content']);
  const json = mapOf(mapOf(content['application/json'])['schema']);
  const beside = mapOf(mapOf(mapOf(mapOf(content['multipart/related'])['schema'])['properties'])['metadata']);
  return [json, beside].find((one) => Object.keys(one).length > 0);
}

/** All parameters as one object; callers need not name parts, which the client fills in. */
function parametersOf(node: JsonMap, components: JsonMap): JsonMap {
  const list = Array.isArray(node['parameters']) ? node['parameters'] : [];
  const parameters = list.map((one: JsonValue) => {
    const reference = mapOf(one)['$ref'];
    return typeof reference === 'string'
      ? mapOf(mapOf(components['parameters'])[reference.split('/').at(-1) ?? ''])
      : mapOf(one);
  });
  return {
    type: 'object',
    'x-parameter-rules': node['x-parameter-rules'] ?? {},
    properties: Object.fromEntries(parameters.map((one) => [String(one['name']), mapOf(one['schema'])])),
    required: parameters
      .filter((one) => one['required'] === true && one['x-part'] === undefined)
      .map((one) => String(one['name'])),
  };
}

function makingOf({ leftOut }: Part, components: JsonMap, full: boolean): Making {
  return { components, full, ...(leftOut === undefined ? {} : { leftOut }) };
}

/** With all, with what is required only, and with each other property alone. */
function validValues(part: Part, components: JsonMap): readonly JsonValue[] {
  const [least, most] = [false, true].map((full) => makeValue(part.schema, makingOf(part, components, full)));
  const reference = part.schema['$ref'];
  const target = typeof reference === 'string' ? valueAt({ components }, reference.split('/').slice(1)) : part.schema;
  const names = membersOf(mapOf(target), makingOf(part, components, true)).map(({ name }) => name);
  const making = makingOf(part, components, true);
  const full = mapOf(makeValue({ ...mapOf(target), 'x-parameter-rules': {} }, making));
  const alone = names.map((name) =>
    fitRules(mapOf(target), { ...mapOf(least), [name]: full[name] ?? null }, making, name),
  );
  const open = mapOf(target)['additionalProperties'] === undefined ? [{ ...mapOf(least), open: 'field' }] : [];
  return [least ?? null, most ?? null, ...(isMap(least) ? [...alone, ...open] : [])];
}

function mutants(part: Part, components: JsonMap): readonly Mutant[] {
  const making = makingOf(part, components, true);
  const most = makeValue(part.schema, making);
  const excluded = Object.keys(mapOf(part.schema['properties'])).filter((name) => !(name in mapOf(most)));
  return [
    ...mutantsOf(part.schema, most, making),
    ...ruleMutants(part.schema, making),
    ...excluded.flatMap((name) => {
      const { [name]: own } = mapOf(mapOf(part.schema['properties']));
      const value = fitRules(part.schema, { [name]: makeValue(mapOf(own), making) }, making, name);
      return mutantsOf(part.schema, value, making).filter(({ path }) => path[0] === name);
    }),
  ];
}

const ruleWords = ['exactlyOne', 'atMostOne', 'excludes', 'requires'];

function isRule(keyword: string): boolean {
  return ruleWords.includes(keyword);
}

function isOfRules(pointer: string): boolean {
  return pointer.includes('/x-parameter-rules/');
}

function isAt(path: readonly (string | number)[], want: readonly (string | number)[]): boolean {
  return JSON.stringify(path) === JSON.stringify(want);
}

/** Tells whether an issue's pointer ends with the keyword, and a model's pointer leads to it in the spec. */
function leads(pointer: string, keyword: string, spec: JsonMap): boolean {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const isThere = !pointer.startsWith('#/components/schemas/') || valueAt(spec, keys) !== undefined;
  // A rule between parameters may be that of one parameter: `excludes/id`.
  return keys.slice(isOfRules(pointer) ? -2 : -1).includes(keyword) && isThere;
}
