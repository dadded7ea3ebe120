import type { Api, Operation } from '../../api/api.js';
import { toCallersName } from '../../api/conversions/names-agree.js';
import { planArguments, type ArgumentPlan } from '../code/operation-params.js';
import { literal, propertyKey } from '../code/literals.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { ServiceOptions } from '../../options.js';
import type { Imports } from '../code/imports.js';

/** The arguments of a method before its options, and the params object that they make. */
export interface Arguments {
  /** `petId: PetsUpdateParams['pet_id'], params: FlatParams<PetsUpdateParams, 'pet_id'> = {}` */
  readonly parameters: string;
  /** `params`, or what is made of it. */
  readonly params: string;
}

/**
 * The last parameter of the path by position, and properties of a body that is an object beside all others; `type` is that of the
 * params object. `undefined` where a method takes that.
 */
export function positionalArguments(
  api: Api,
  operation: Operation,
  type: string,
  imports: Imports,
): Arguments | undefined {
  const plan = planArguments(api, operation, 'positional');
  if (plan === undefined) return undefined;
  const { id, mergesBody, others, othersAreOptional } = plan;
  // The method calls the free function of the operation, which an argument of the same name would hide.
  const name = id?.name === operation.name ? `${id.name}Value` : id?.name;
  const own = id === undefined ? [] : [id.key === name ? name : `${propertyKey(id.key)}: ${name}`];
  const first = id === undefined ? [] : [`${name}: ${type}[${literal(id.key)}]`];
  if (others.length === 0) return { parameters: first.join(', '), params: `{ ${own.join(', ')} }` };
  const fallback = othersAreOptional ? ' = {}' : '';
  const parameters = [...first, `params: ${restType(type, plan, imports)}${fallback}`].join(', ');
  if (!mergesBody) return { parameters, params: `{ ...params, ${own.join(', ')} }` };
  const names = others.flatMap((one) => (one.name === 'body' ? [] : [toCallersName(one)]));
  const merge = imports.use({ name: 'mergeBody', module: 'runtime/positional' });
  // One that is needed is sent, even with nothing in it.
  const always = [...own, ...(operation.body?.required === true ? ['body: {}'] : [])];
  const kept = always.length === 0 ? '{}' : `{ ${always.join(', ')} }`;
  return { parameters, params: `${merge}(params, ${literal(names)}, ${kept})` };
}

/** Type of what is left for the params object. */
function restType(type: string, { id, mergesBody }: ArgumentPlan, imports: Imports): string {
  const key = id === undefined ? [] : [literal(id.key)];
  if (!mergesBody) return `Omit<${[type, ...key].join(', ')}>`;
  return `${imports.useType({ name: 'FlatParams', module: 'runtime/positional' })}<${[type, ...key].join(', ')}>`;
}

/** Reports that `argumentStyle` changes nothing. */
export function checkArguments(
  api: Api,
  { argumentStyle, optionsAt, parts, file }: ServiceOptions & { readonly file: string },
  diagnostics: Diagnostics,
): void {
  const isUsed =
    parts?.includes('client') !== false && api.operations.some((one) => planArguments(api, one, argumentStyle));
  if (isUsed || argumentStyle !== 'positional') return;
  const message =
    '`argumentStyle` changes nothing: no method takes a parameter of its path, or a body whose properties are known';
  diagnostics.unused('unused-option', message, { at: optionsAt?.['argumentStyle'], file });
}
