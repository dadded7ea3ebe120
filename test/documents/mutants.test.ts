import { document as adDocument } from '@speccast/ad-reporting/spec';
import * as adValidators from '@speccast/ad-reporting/validators';
import { document as videoDocument } from '@speccast/video-platform/spec';
import * as videoValidators from '@speccast/video-platform/validators';
import { describe, expect, test } from 'vitest';
import { functionName } from './calls.js';
import { keywordsOf, makeValue, membersOf, mutantsOf, type Making, type Mutant } from './mutants.js';
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
        const issues = check(value);
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
    const used = new Set(parts.flatMap(({ schema }) => [...keywordsOf(schema, { components, full: true })]));
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
  const answer = (responses.find(([status]) => status.startsWith('2')) ??
    responses.find(([status]) => status === 'default'))?.[1];
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
  const alone = names.map((name) => ({ ...mapOf(least), [name]: mapOf(most)[name] ?? null }));
  const open = mapOf(target)['additionalProperties'] === undefined ? [{ ...mapOf(least), open: 'field' }] : [];
  return [least ?? null, most ?? null, ...(isMap(least) ? [...alone, ...open] : [])];
}

function mutants(part: Part, components: JsonMap): readonly Mutant[] {
  const making = makingOf(part, components, true);
  return mutantsOf(part.schema, makeValue(part.schema, making), making);
}

function isAt(path: readonly (string | number)[], want: readonly (string | number)[]): boolean {
  return JSON.stringify(path) === JSON.stringify(want);
}

/** Whether an issue's pointer ends with the keyword, and a model's pointer leads to it in the spec. */
function leads(pointer: string, keyword: string, spec: JsonMap): boolean {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const isThere = !pointer.startsWith('#/components/schemas/') || valueAt(spec, keys) !== undefined;
  return keys.at(-1) === keyword && isThere;
}
