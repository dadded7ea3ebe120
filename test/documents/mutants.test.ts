import { document as adDocument } from '@speccast/ad-reporting/spec';
import * as adValidators from '@speccast/ad-reporting/validators';
import { document as videoDocument } from '@speccast/video-platform/spec';
import * as videoValidators from '@speccast/video-platform/validators';
import { describe, expect, test } from 'vitest';
import { toFunctionName } from './call-values.js';
import {
  fitRules,
  listKeywords,
  makeValue,
  listMembers,
  listMutants,
  listRuleMutants,
  type SampleSettings,
  type Mutant,
} from './mutants.js';
import {
  isMap,
  toMap,
  listOperations,
  valueAt,
  type JsonMap,
  type JsonValue,
  type SpecOperation,
} from './spec-files.js';

/** The schema that one exported validator checks. */
interface ValidatedSchema {
  readonly name: string;
  readonly schema: JsonMap;
  readonly leftOut?: 'readOnly' | 'writeOnly';
}

type Validators = Readonly<Record<string, unknown>>;
type Validator = typeof videoValidators.Video;

describe.each([
  { service: 'video-platform', spec: asMap(videoDocument), validators: videoValidators as Validators },
  { service: 'ad-reporting', spec: asMap(adDocument), validators: adValidators as Validators },
])('validators of $service', ({ spec, validators }) => {
  const components = toMap(spec['components']);
  const schemas = [
    ...listModels(components, validators),
    ...listOperations(spec).flatMap((operation) => listOperationSchemas(operation, components)),
  ];

  test('are all tested', () => {
    const exported = Object.entries(validators).filter(([, one]) => typeof one === 'object');
    // `validation` is an object of all validators, for clients.
    const names = ['validation', ...schemas.map(({ name }) => name)];
    expect(names.toSorted()).toEqual(exported.map(([name]) => name).toSorted());
  });

  const tried = new Map(schemas.map((checked) => [checked, listAllMutants(checked, components)]));

  test.each(schemas)(
    '$name accepts valid values, and rejects invalid ones with their place and the keyword that they violate',
    (checked) => {
      // The modules of validators export only validators.
      const { is, check } = validators[checked.name] as Validator;
      const refused = listValidValues(checked, components).filter((value) => !is(value) || check(value).length > 0);
      const wrong = (tried.get(checked) ?? []).filter(({ value, path, keywords }) => {
        // A missing parameter may violate a rule between parameters as well; only issues of one kind are compared.
        const issues = check(value).filter((one) => isRulePointer(one.schema) === keywords.some(isRule));
        const isSaid = issues.every((one) => isAt(one.path, path) && isPointerTo(one.schema, one.keyword, spec));
        const said = issues.map(({ keyword }) => keyword).toSorted();
        return is(value) || !isSaid || said.join() !== keywords.join();
      });
      expect({ refused, wrong: wrong.map((one) => ({ ...one, issues: check(one.value) })) }).toEqual({
        refused: [],
        wrong: [],
      });
    },
  );

  test('are tested with each keyword of the spec', () => {
    const violated = new Set([...tried.values()].flat().map(({ keyword }) => keyword));
    const used = new Set(
      schemas.flatMap(({ schema }) => [
        ...listKeywords(schema, { components, full: true }),
        ...Object.keys(toMap(schema['x-parameter-rules'])).filter(isRule),
      ]),
    );
    expect([...used].toSorted()).toEqual([...violated].toSorted());
    expect(used.size).toBeGreaterThan(0);
  });
});

function asMap(value: unknown): JsonMap {
  if (!isMap(value)) throw new Error('The OpenAPI document of the package is not an object');
  return value;
}

/** Lists the schemas of models: `Video`, `VideoRequest` if requests have a validator of their own, `ErrorModel` if JavaScript has an `Error`. */
function listModels(components: JsonMap, validators: Validators): readonly ValidatedSchema[] {
  return Object.keys(toMap(components['schemas'])).flatMap((name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    const sent = `${name}Request`;
    return [
      { name: name in validators ? name : `${name}Model`, schema },
      ...(sent in validators ? [{ name: sent, schema, leftOut: 'readOnly' as const }] : []),
    ];
  });
}

/** Lists the schemas of an operation that have a validator: parameters, JSON body, JSON response. */
function listOperationSchemas({ id, node }: SpecOperation, components: JsonMap): readonly ValidatedSchema[] {
  const name = toFunctionName(id);
  const body = findJsonSchema(node['requestBody']);
  const responses = Object.entries(toMap(node['responses']));
  const answer = (
    responses.find(([status]) => status.startsWith('2')) ?? responses.find(([status]) => status === 'default')
  )?.[1];
  const reference = toMap(answer)['$ref'];
  const response = findJsonSchema(
    typeof reference === 'string' ? valueAt({ components }, reference.split('/').slice(1)) : answer,
  );
  return [
    { name: `${name}Parameters`, schema: createParametersSchema(node, components) },
    ...(body === undefined ? [] : [{ name: `${name}Body`, schema: body, leftOut: 'readOnly' as const }]),
    ...(response === undefined ? [] : [{ name: `${name}Response`, schema: response, leftOut: 'writeOnly' as const }]),
  ];
}

/** Returns the schema of JSON content, or of the JSON part of `multipart/related`. */
function findJsonSchema(node: JsonValue | undefined): JsonMap | undefined {
  const content = toMap(toMap(node)['content']);
  const json = toMap(toMap(content['application/json'])['schema']);
  const beside = toMap(toMap(toMap(toMap(content['multipart/related'])['schema'])['properties'])['metadata']);
  return [json, beside].find((one) => Object.keys(one).length > 0);
}

/** Returns the schema of an object of all parameters. Parameters that select parts are optional, because the client fills them in. */
function createParametersSchema(node: JsonMap, components: JsonMap): JsonMap {
  const list = Array.isArray(node['parameters']) ? node['parameters'] : [];
  const parameters = list.map((one: JsonValue) => {
    const reference = toMap(one)['$ref'];
    return typeof reference === 'string'
      ? toMap(toMap(components['parameters'])[reference.split('/').at(-1) ?? ''])
      : toMap(one);
  });
  return {
    type: 'object',
    'x-parameter-rules': node['x-parameter-rules'] ?? {},
    properties: Object.fromEntries(parameters.map((one) => [String(one['name']), toMap(one['schema'])])),
    required: parameters
      .filter((one) => one['required'] === true && one['x-part'] === undefined)
      .map((one) => String(one['name'])),
  };
}

function createSettings({ leftOut }: ValidatedSchema, components: JsonMap, full: boolean): SampleSettings {
  return { components, full, ...(leftOut === undefined ? {} : { leftOut }) };
}

/** Lists valid values: one with all properties, one with the required ones, and one for each optional property. */
function listValidValues(checked: ValidatedSchema, components: JsonMap): readonly JsonValue[] {
  const [least, most] = [false, true].map((full) =>
    makeValue(checked.schema, createSettings(checked, components, full)),
  );
  const reference = checked.schema['$ref'];
  const target =
    typeof reference === 'string' ? valueAt({ components }, reference.split('/').slice(1)) : checked.schema;
  const names = listMembers(toMap(target), createSettings(checked, components, true)).map(({ name }) => name);
  const settings = createSettings(checked, components, true);
  const full = toMap(makeValue({ ...toMap(target), 'x-parameter-rules': {} }, settings));
  const alone = names.map((name) =>
    fitRules(toMap(target), { ...toMap(least), [name]: full[name] ?? null }, settings, name),
  );
  const open = toMap(target)['additionalProperties'] === undefined ? [{ ...toMap(least), open: 'field' }] : [];
  return [least ?? null, most ?? null, ...(isMap(least) ? [...alone, ...open] : [])];
}

function listAllMutants(checked: ValidatedSchema, components: JsonMap): readonly Mutant[] {
  const settings = createSettings(checked, components, true);
  const most = makeValue(checked.schema, settings);
  const excluded = Object.keys(toMap(checked.schema['properties'])).filter((name) => !(name in toMap(most)));
  return [
    ...listMutants(checked.schema, most, settings),
    ...listRuleMutants(checked.schema, settings),
    ...excluded.flatMap((name) => {
      const { [name]: own } = toMap(toMap(checked.schema['properties']));
      const value = fitRules(checked.schema, { [name]: makeValue(toMap(own), settings) }, settings, name);
      return listMutants(checked.schema, value, settings).filter(({ path }) => path[0] === name);
    }),
  ];
}

const ruleWords = ['exactlyOne', 'atMostOne', 'excludes', 'requires'];

function isRule(keyword: string): boolean {
  return ruleWords.includes(keyword);
}

function isRulePointer(pointer: string): boolean {
  return pointer.includes('/x-parameter-rules/');
}

function isAt(path: readonly (string | number)[], want: readonly (string | number)[]): boolean {
  return JSON.stringify(path) === JSON.stringify(want);
}

/** Returns whether a pointer ends with the keyword; a pointer into a model also has to exist in the spec. */
function isPointerTo(pointer: string, keyword: string, spec: JsonMap): boolean {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const isThere = !pointer.startsWith('#/components/schemas/') || valueAt(spec, keys) !== undefined;
  // A pointer to a rule may end with a parameter: `excludes/id`.
  return keys.slice(isRulePointer(pointer) ? -2 : -1).includes(keyword) && isThere;
}
