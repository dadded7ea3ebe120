import type { Operation, Parts } from '../../api/api.js';
import { runtime } from '../code/syntax/imports.js';
import type { Imports } from '../code/syntax/imports.js';
import { literal } from '../code/syntax/literals.js';
import { aliasStructure } from '../code/syntax/structures.js';
import type { Layout } from '../layout.js';
import type { CodeSymbol, Statement } from '../source-file.js';

type Helper = 'WithParts' | 'WithPartsIn';

/** The names of the parts, and those of the parts that come by default; `before` are operations of the same file. */
export function partNames(operation: Operation, before: readonly Operation[], layout: Layout): readonly Statement[] {
  const { parts } = operation;
  if (parts === undefined) return [];
  const all = `Parts of the answer of \`${operation.id}\`.`;
  const same = before.find((one) => one.parts?.values.join() === parts.values.join());
  const type = same === undefined ? unionOf(parts.values) : layout.type(same, 'Part').name;
  const names = aliasStructure(layout.type(operation, 'Part').name, type, [all]);
  if (parts.default === 'body') return [names];
  const defaults = `Parts that \`${operation.id}\` asks for where a call names none.`;
  return [names, aliasStructure(layout.type(operation, 'DefaultPart').name, unionOf(parts.default), [defaults])];
}

/** `<Part extends VideosListPart = VideosListPart>`: params name some of the parts. */
export function partParameter(operation: Operation, layout: Layout): string | undefined {
  if (operation.parts === undefined) return undefined;
  const { name } = layout.type(operation, 'Part');
  return `<Part extends ${name} = ${name}>`;
}

/** The response with exactly the parts that a call asks for. */
export function partResult(operation: Operation, imports: Imports, layout: Layout): readonly Statement[] {
  const { id, parts } = operation;
  if (parts === undefined) return [];
  const fallback = parts.default === 'body' ? 'never' : layout.type(operation, 'DefaultPart').name;
  const whole = parts.sometimes === undefined ? 'none of them optional' : 'those optional that it may leave out';
  const docs = [`What \`${id}\` answers where it is asked for parts: these and no others, ${whole}.`];
  const parameters = `<Part extends ${layout.type(operation, 'Part').name} = ${fallback}>`;
  const type = resultType(parts, layout.type(operation, 'Response').name, (name) => imports.useType(helper(name)));
  return [aliasStructure(layout.type(operation, 'Result').name, type, docs, parameters)];
}

function resultType(
  { default: fallback, of, always, sometimes = [] }: Parts,
  response: string,
  helperName: (name: Helper) => string,
): string {
  const keys = [...always.map(literal), 'Part'].join(' | ');
  const last = sometimes.length === 0 ? '' : `, ${sometimes.map(literal).join(' | ')}`;
  const type =
    of === undefined
      ? `${helperName('WithParts')}<${response}, ${keys}${last}>`
      : `${helperName('WithPartsIn')}<${response}, ${literal(of)}, ${keys}${last}>`;
  // Which parts a body holds is not known from its type.
  return fallback === 'body' ? `[Part] extends [never] ? ${response} : ${type}` : type;
}

function helper(name: Helper): CodeSymbol {
  return runtime(name);
}

function unionOf(names: readonly string[]): string {
  return names.map(literal).join(' | ');
}
