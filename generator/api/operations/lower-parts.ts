import { isJsonObject, type Json, type JsonObject } from '../../spec/read/json.js';
import { didYouMean } from '../../spec/suggest.js';
import type { Parts } from '../api.js';
import { declaredProperties, followSchema, targetSchema } from '../schemas/target-schema.js';
import type { BodyDraft } from '../bodies/lower-body.js';
import type { ParameterDraft } from './lower-parameter.js';
import type { ResponseDraft } from './lower-response.js';
import type { Lowering } from '../lowering.js';
import { drainSchemas } from '../schemas/lower-schema.js';
import type { Schema } from '../schemas/schema.js';
import { successResponses } from './responses.js';

/** What an operation takes and returns. */
interface Draft {
  readonly parameters: readonly ParameterDraft[];
  readonly body: BodyDraft | undefined;
  readonly responses: readonly ResponseDraft[];
}

/** An `x-part` with what it speaks of. */
interface Rule {
  readonly node: JsonObject;
  readonly parameter: ParameterDraft;
  /** Values of the parameter, the list itself as the spec has it. */
  readonly values: readonly Json[];
  readonly report: (message: string, owner?: object, key?: string | number) => undefined;
}

/** The parts that a parameter of an operation names (`x-part`); reports what does not fit the parameter or the response. */
export function lowerParts(lowering: Lowering, draft: Draft): Parts | undefined {
  const rule = findRule(lowering, draft.parameters);
  if (rule === undefined) return undefined;
  const { node, parameter } = rule;
  const carrier = carrierOf(lowering, rule, draft.responses);
  drainSchemas(lowering);
  const chosen = defaultOf(rule, draft.body);
  if (carrier === undefined || chosen === undefined) return undefined;
  const properties = new Set(declaredProperties(lowering.schemas, carrier).map(({ name }) => name));
  const stated = stringsOf(node['always']);
  rule.values.forEach((value, index) => {
    if (properties.has(String(value)) || stated.includes(String(value))) return;
    const hint = didYouMean(String(value), properties);
    rule.report(
      `the part ${JSON.stringify(value)} is no property of what carries the parts${hint}`,
      rule.values,
      index,
    );
  });
  const sometimes = partsAt(rule, 'sometimes', 'the part');
  return {
    parameter: parameter.name,
    values: stringsOf(rule.values),
    default: chosen,
    ...(typeof node['of'] === 'string' && { of: node['of'] }),
    always: stated.filter((name) => properties.has(name)),
    ...(sometimes.length > 0 && { sometimes }),
  };
}

function findRule(lowering: Lowering, parameters: readonly ParameterDraft[]): Rule | undefined {
  const parameter = parameters.find(({ extensions }) => isJsonObject(extensions['x-part']));
  const node = parameter?.extensions['x-part'];
  if (parameter === undefined || !isJsonObject(node)) return undefined;
  const { diagnostics, document } = lowering;
  const report: Rule['report'] = (message, owner, key) => {
    const at = owner === undefined ? parameter.at : document.positions.ofValue(owner, key ?? '');
    diagnostics.error('wrong-part', message, at);
    return undefined;
  };
  const items = targetSchema(lowering, parameter.schema).array?.items;
  const values = items === undefined ? undefined : targetSchema(lowering, items).enum;
  if (parameter.in === 'query' && values?.every((value) => typeof value === 'string') === true)
    return { node, parameter, values, report };
  return report('"x-part" needs a parameter of the query that is an array of an enum of strings');
}

/** The schema of what carries the parts: the response, or the items of one of its properties. */
function carrierOf(
  lowering: Lowering,
  { node, report }: Rule,
  responses: readonly ResponseDraft[],
): Schema | undefined {
  const contents = successResponses(responses).flatMap((response) => response.contents);
  const body = contents.find(({ kind }) => kind === 'json')?.schema;
  if (body === undefined) return report('"x-part" needs an operation that answers JSON');
  const { of } = node;
  if (typeof of !== 'string') return body;
  drainSchemas(lowering);
  const properties = declaredProperties(lowering.schemas, body);
  const found = properties.find(({ name }) => name === of);
  if (found === undefined) {
    const hint = didYouMean(
      of,
      properties.map(({ name }) => name),
    );
    return report(`the answer has no property ${JSON.stringify(of)}${hint}`, node, 'of');
  }
  const items = followSchema(lowering.schemas, found.schema).array?.items;
  return items ?? report(`the property ${JSON.stringify(of)} of the answer is no array`, node, 'of');
}

function defaultOf(rule: Rule, body: BodyDraft | undefined): Parts['default'] | undefined {
  const { node, report } = rule;
  if (node['default'] === 'body') {
    if (body !== undefined && (body.contents.length > 0 || body.media?.metadata !== undefined)) return 'body';
    return report('the default "body" needs an operation that takes a body', node, 'default');
  }
  const names = partsAt(rule, 'default', 'the default part');
  return names.length > 0 ? names : report('"x-part" needs a "default": a list of parts, or "body"', node, 'default');
}

/** A list of parts in the rule; reports those that are no value of the parameter. */
function partsAt({ node, values, report }: Rule, key: string, what: string): readonly string[] {
  const given = node[key];
  const names = stringsOf(given);
  names.forEach((name, index) => {
    if (values.includes(name)) return;
    const hint = didYouMean(name, stringsOf(values));
    // A list, or there would be no names.
    report(`${what} ${JSON.stringify(name)} is no value of the parameter${hint}`, given as object, index);
  });
  return names;
}

function stringsOf(value: Json | undefined): readonly string[] {
  const items: readonly Json[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string');
}
