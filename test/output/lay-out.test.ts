import * as prettier from 'prettier';
import { describe, expect, test } from 'vitest';
import { formatParts } from '../../generator/output/format-parts.js';
import { layOut } from '../../generator/output/lay-out.js';
import { parseTypeScript } from '../../generator/output/parse-typescript.js';
import { generated, textOf } from '../rules/sources.js';

const style = { parser: 'babel-ts', printWidth: 120, singleQuote: true, trailingComma: 'all' } as const;

function parts(code: string): ReturnType<typeof layOut> {
  return layOut(parseTypeScript('a.ts', code));
}

const long = 'aVeryLongNameIndeedThatTakesHalfALineOnItsOwn';

describe('layOut writes what prettier would', () => {
  test.each([
    [
      'a class',
      'export class A {\nreadonly #b: B;\n\n\nconstructor(b: B) {\nthis.#b = b;\n}\n/** Gets. */\nget(): B {\nreturn this.#b;\n}\n}',
    ],
    ['a comment of several lines', 'export interface A {\n/**\n* First { [ (\n*\n* second\n*/\nreadonly a: string;\n}'],
    [
      'a condition that is too long',
      `function a(): void {\nif (${long} !== undefined) report(context, '${long}', 'must be a string');\n}`,
    ],
    [
      'a call that is too long after a condition',
      `function a(): void {\nif (b) report(context, '${long}${long}', '${long}', 'c');\n}`,
    ],
    [
      'a signature that is too long',
      `export function a(${long}: string, b: B = {}, options?: ${long}): Promise<B> {\nreturn b;\n}`,
    ],
    [
      'data that is too long',
      `export const a: A = { b: ['${long}', '${long}'], c: { d: 1, e: '${long}' }, 'f-g': null };`,
    ],
    ['an array of objects', 'export const a: A = [{ b: 1, c: 2 }, { b: 3, c: 4 }];'],
    ['an array of small objects', 'export const a: A = [{ b: 1 }, { b: 3, c: 4 }];'],
    [
      'a text that is too long',
      `export const a: A = { something: '${long} ${long} ${long}', id: '${long} ${long} ${long} ${long}' };`,
    ],
    ['quotes', `export const a: A = ['it\\'s', "so", 'a "b"', 'a "b" it\\'s', '\\\\\\''];`],
    [
      'an object that is returned',
      `export const a: A = call({\nb: () => ({ '#/${long}': ${long}, '#/${long}2': 1,  }),\n});`,
    ],
    ['exports', `export { ${long}, ${long} as b, } from './${long}.js';`],
    ['type arguments', `export const ${long}: Operation<${long}, ${long}> = {\nid: 'a',\n};`],
    [
      'a call whose brace is one character too many',
      `export const ${'a'.repeat(79)}: Validator<A> = validator({\nis: isA,\n});`,
    ],
    [
      'a call that is far too long',
      `/** Doc. */\nexport const ${long}: Validator<${long}> = /* @__PURE__ */ validator({\nis: isA,\n});`,
    ],
    ['member types with a trailing semicolon', 'export type A = { readonly [key: string]: unknown; };'],
    [
      'a loop',
      'function a(): void {\nfor (const [b, c] of Object.entries(d)) {\ncall(b, c);\n}\nfor (let i = 0; i < 3; i++) call(i);\n}',
    ],
    ['regular expressions', "export const a: RegExp = /[{(\"']\\/\\//u;\nexport const b: boolean = a.test('x');"],
    ['a union that is too long', `export type A = '${long}' | '${long}' | '${long}';`],
    [
      'a signature with type parameters that is too long',
      `export function a<B extends C = D>(${long}: string, b: B = {}, options?: ${long}): Promise<B<C>> {\nreturn b;\n}`,
    ],
    [
      'type arguments of an alias',
      `export type A<B extends C = D> = ${long}<${long}, 'e', 'f' | 'g' | B>;\nexport type C = ${long}<D, ${long}${long}>;`,
    ],
    [
      'a condition in an alias',
      `export type A<B extends C = never> = [B] extends [never] ? ${long} : D<${long}, 'e' | 'f' | B>;`,
    ],
    [
      'a constant that is a call',
      `const a = call(b, c, '${long}${long}', '${long}');\nconst d = /* @__PURE__ */ call('${long} ${long} ${long}');`,
    ],
    ['a type predicate with alternatives', `function a(b: unknown): b is Omit<C, 'd' | 'e'> {\nreturn true;\n}`],
    ['a condition that is too long itself', `function a(): void {\nif (${long} && ${long} && ${long}) return;\n}`],
    ['a list of texts that is too long', `const values = /* @__PURE__ */ new Set<unknown>(['${long}', '${long}']);`],
    [
      'type parameters of an interface that are too long',
      `export interface A<Part extends ${long} = ${long}> extends B {\nreadonly a: string;\n}`,
    ],
    [
      'type parameters of a function that are too long, and so are its parameters',
      `export function a<Part extends ${long} = ${long}>(b: ${long}<Part> = {}, c?: C, d?: ${long}): D<Part> {\nreturn b;\n}`,
    ],
    [
      'type parameters of a function that are too long',
      `export function a<Part extends ${long} = ${long}>(b: B<Part> = {}, c?: C): D<Part> {\nreturn b;\n}`,
    ],
    ['an alias whose type fits the next line', `export type A<Part extends ${long} = B> = With<${long}, Part>;`],
    [
      'an alias with type parameters that are too long',
      `export type A<Part extends ${long} = ${long}> = With<B, Part>;`,
    ],
    ['an alias with several type parameters', `export type A<Part extends ${long} = B, Other = C> = ${long}<B, Part>;`],
    [
      'a returned call that is too long after a condition',
      `function a(): void {\nif (!b) return refuse(context, '${long}${long} ${long}');\n}`,
    ],
    [
      'a returned condition that is too long after a condition',
      `function a(): boolean {\nif (b) return ${long} && ${long} && refuse(at, 'enum', ['c', 'd']);\nreturn false;\n}`,
    ],
    [
      'a call in a condition with an object that does not fit',
      `function a(): void {\nif ((b || c) && check(context, '${long}', value, { count, of: [${long}, d] })) return;\n}`,
    ],
    [
      'a call in a condition with arguments that do not fit',
      `function a(): void {\nif (b !== undefined && nest(context, '${long}', ${long}, ${long}D)) return;\n}`,
    ],
    [
      'a condition of one call that does not fit',
      `function a(): boolean {\nif (!${long}${long}(value.${long})) return false;\nif (!b${long}${long}(value.${long})) {\nreturn true;\n}\nreturn false;\n}`,
    ],
    [
      'a list as the last argument',
      `const branches = /* @__PURE__ */ call('${long}', 'oneOf', ['${long}', '${long}', '${long}']);`,
    ],
    [
      'a sum that is too long',
      `function a(): boolean {\nconst count = Number(${long}(value)) + Number(${long}(value));\nconst more = Number(${long}(b)) + Number(${long}(b)) + Number(${long}(b));\nreturn Number(${long}) + Number(${long}) === 1;\n}`,
    ],
    [
      'a list of texts and null',
      `const values = /* @__PURE__ */ new Set<unknown>(['${long}', null, '${long}', true]);`,
    ],
    [
      'a constant whose type argument is too long for its line',
      `export const ${long}${long}: Validator<Omit<${long}, 'body'>> = /* @__PURE__ */ validator({\nis: isA,\n});`,
    ],
    [
      'a constant whose type argument is a name that is too long for its line',
      `export const ${long}${long}: Validator<${long}> = /* @__PURE__ */ validator({\nis: isA,\n});`,
    ],
    [
      'a member with several type arguments',
      `export interface A {\nreadonly a: B<${long}, never, C<200, ${long}>>;\nreadonly b: B<${long}, never, C<200, readonly ${long}[]> | C<404, ${long}> | D<5>>;\nreadonly 'c/${long}${long}': B<${long}>;\n}`,
    ],
    [
      'a member with type arguments that do not fit their lines',
      `export interface A {\nreadonly a: B<${long}, C, D<${[200, 201, 202, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413].join(' | ')}, ${long}> | E<5>>;\nreadonly b: B<C<${long}, ${long}, ${long}>>;\nreadonly c: B<${long}${long} | C<${long}, D>['e']>;\n}`,
    ],
    [
      'a name and an object that does not fit',
      `export interface A {\nreadonly a: B & { readonly c?: { readonly d?: ${long}; readonly 'e-f': ${long} } };\nreadonly b: B & { readonly c: { readonly d?: C<${long}, ${long}>; readonly e: ${long} } };\n}`,
    ],
    [
      'an alias of one type argument that does not fit',
      `export type A = NonNullable<NonNullable<${long}['b']>['${long}']>;`,
    ],
    [
      'an alias with parameters and an object among its type arguments',
      `export type A<B extends ${long} = ${long}, C extends D = D> = With<E<${long}[number], 'f'>, { readonly g: Asked<B, 'H' extends B[number] ? 'I' : never>; readonly j: C }>;\nexport type B<C extends D = D, E = F> = With<G<${long}[number]>, { readonly h: Asked<C>; readonly i: ${long} }>;\nexport type ${long}<C extends D = D, E extends F = F> = With${long}<G<${long}[number]>, H>;\nexport type C = With<G<${long}[number]>, { readonly h: Asked<C>; readonly i: ${long} }>;`,
    ],
    [
      'a signature with lists among its type parameters, and a result with several type arguments',
      `export function a<const B extends ${long} = readonly [], const C extends ${long} = readonly []>(d: D, params: E<B, C>, options?: F): G<H<B, C>, ${long}[number], 'header', 'footer', I> {\nreturn b;\n}\nexport class A {\na<const B extends C = readonly []>(params: ${long}<B>): G<H<B, C>, ${long}[number], 'header', 'footer', I> {\nreturn b;\n}\nb(params: ${long}): G<H<B, C>, ${long}[number], 'header', 'footer', I> {\nreturn b;\n}\n}`,
    ],
    [
      'a constant with a type that is a call',
      `export const write: WriteSchema = register(schemas, { ...${long}, ...${long}, ...${long},  });\nexport const other: WriteSchema = register(schemas, { ...${long},  });`,
    ],
    [
      'a key that is a word',
      `export const a: A = {\ndefault: [{ b: 1 }],\n'c.d': [{ b: 1 }],\nf: {\ndefault: {\ne: 1,\n},\n},\n};`,
    ],
    [
      'an object or null',
      'export interface A {\nreadonly a: {\nreadonly b: string;\n} | null;\nreadonly c?: readonly ({\nreadonly d: 1;\n} | null)[];\n}',
    ],
    [
      'an object or undefined, and objects inside of that',
      'export interface A {\nreadonly a?: {\n/** B. */\nreadonly b: {\nreadonly c: 1;\n} | null | undefined;\n} | undefined;\nreadonly d: string;\n}',
    ],
    [
      'a union of objects',
      `export type A = {\nreadonly b: 'c';\n} | {\nreadonly b: 'd';\n} | E | readonly F[];\nexport type B = {\nreadonly a: 1;\n} | {\nreadonly a: 2;\n};`,
    ],
    [
      'lists of objects or of something else',
      `export interface A {\nreadonly a?: readonly (string | {\nreadonly b: 1;\n})[];\nreadonly c: readonly {\nreadonly d: 1;\n}[] | null;\nreadonly e: readonly ({\nreadonly f: 1;\n} | null | {\nreadonly g: 2;\n})[];\n}`,
    ],
  ])('%s', async (_, code) => {
    const laidOut = parts(code);
    expect(laidOut.every((part) => !part.rough)).toBe(true);
    expect(laidOut.map((part) => part.text).join('')).toBe(await prettier.format(code, style));
  });
});

describe('layOut leaves to prettier', () => {
  test.each([
    ['a block on one line', 'export function a(): void { return; }'],
    ['odd spaces', 'export const  a = ( 1 );'],
    ['a statement over several lines', 'export const a =\n1;'],
    ['two statements on a line', 'function a(): void {\nb(); return;\n}'],
    ['template strings', 'export const a: string = `\n  x`;'],
    [
      'an object among type arguments',
      'export interface A {\nreadonly a: B<C, never, D<200, {\nreadonly e: 1;\n}>>;\n}',
    ],
    [
      'an object that may be a text of some kind',
      `export interface A {\nreadonly a: ('b' | (string & {})) & {\nreadonly c: 1;\n};\n}`,
    ],
    ['numbers that are too long', `export const a: number[] = [${Array.from({ length: 60 }, () => 100).join(', ')}];`],
  ])('%s', async (_, code) => {
    const laidOut = parts(code);
    expect(laidOut.some((part) => part.rough)).toBe(true);
    const [file] = await formatParts([{ path: 'a.ts', parts: laidOut }]);
    expect(file?.text).toBe(await prettier.format(code, style));
  });
});

test('puts rough and smooth statements together in order, with the lines between them', async () => {
  const code =
    'import a from "b";\nimport  c from "d";\n\n/** e */\nexport const e: E = [ 1 ];\n\n\nexport const f: F = 2;\nexport const  g: G = 3;\n';
  const [file] = await formatParts([{ path: 'a.ts', parts: parts(code) }]);
  expect(file?.text).toBe(await prettier.format(code, style));
});

test('everything that is generated is what prettier would make of it', async () => {
  const own = generated.filter((path) => !path.includes('/src/runtime/'));
  const other = await Promise.all(
    own.map(async (path) => ((await prettier.format(textOf(path), style)) === textOf(path) ? [] : [path])),
  );
  expect(own.length).toBeGreaterThan(200);
  expect(other.flat()).toEqual([]);
});
