import type { Json, JsonObject } from 'speccast/emitter';
import type { KeywordCase, Verdicts } from './keyword-case.js';

/** The two ways in which an operation has a schema: in the place, or by name. */
export const forms = ['Inline', 'Named'] as const;

/** One spec with two operations for each case: the schema inline and by reference, in the request and the response. */
export function keywordSpec(version: '3.0' | '3.1', cases: readonly KeywordCase[]): JsonObject {
  const schemas = cases.map(({ name, schema, schemas: others }) => ({ [modelName(name)]: schema, ...others }));
  return {
    openapi: version === '3.0' ? '3.0.3' : '3.1.0',
    info: { title: `Keywords ${version}`, version: '1' },
    paths: Object.fromEntries(
      cases.flatMap(({ name, schema }) =>
        forms.map((form) => [
          `/${name}/${form}`,
          pathItem(`${name}${form}`, form === 'Inline' ? schema : { $ref: `#/components/schemas/${modelName(name)}` }),
        ]),
      ),
    ),
    components: { schemas: Object.assign({}, ...schemas) as JsonObject },
  };
}

function modelName(name: string): string {
  return `Model${capitalize(name)}`;
}

function pathItem(operationId: string, schema: Json): Json {
  const content = { 'application/json': { schema } };
  return {
    post: {
      operationId,
      tags: ['cases'],
      requestBody: { required: true, content },
      responses: { 200: { description: 'The answer.', content } },
    },
  };
}

/** What a request or a response takes and refuses. */
export function verdictsOf(one: KeywordCase, direction: 'request' | 'response'): Required<Verdicts> {
  const read = <Kind extends keyof Verdicts>(kind: Kind): readonly NonNullable<Verdicts[Kind]>[number][] => [
    ...(one[kind] ?? []),
    ...(one[direction]?.[kind] ?? []),
  ];
  return {
    valid: read('valid'),
    invalid: read('invalid'),
    beyond: read('beyond'),
    loose: read('loose'),
    odd: read('odd'),
  };
}

/** A module that compiles where the types of a package take and refuse the values as the cases say. */
export function typeChecks(cases: readonly KeywordCase[]): string {
  const lines = cases.flatMap((one) => forms.flatMap((form) => checksOf(one, form)));
  const names = cases.flatMap(({ name }) => forms.map((form) => capitalize(`${name}${form}`)));
  const imports = names.flatMap((name) => [`${name}Params`, `${name}Response`]);
  return [`import type { ${imports.join(', ')} } from './src/operations/index.js';`, ...lines, ''].join('\n');
}

function checksOf(one: KeywordCase, form: (typeof forms)[number]): readonly string[] {
  return (['request', 'response'] as const).flatMap((direction) => {
    const type = `${capitalize(one.name)}${form}${direction === 'request' ? `Params['body']` : 'Response'}`;
    const { valid, invalid, beyond, loose, odd } = verdictsOf(one, direction);
    const stem = `${one.name}${form}_${direction}`;
    const refused = [...invalid, ...odd, ...loose].map(
      (value, index) =>
        `// @ts-expect-error ${stem} refuses ${JSON.stringify(value)}\nexport const ${stem}_refused${index}: ${type} = ${JSON.stringify(value)};`,
    );
    // A value that comes from elsewhere is not judged by its excess properties.
    const received = loose.map((value) => `${asValue(value)} as import('./src/index.js').Unrecognized`);
    const values = [...[...valid, ...beyond].map(asValue), ...received];
    const taken = values.map(
      (value, index) =>
        `const ${stem}_value${index} = ${value};\nexport const ${stem}_taken${index}: ${type} = ${stem}_value${index};`,
    );
    return [...refused, ...taken];
  });
}

/** Structures keep their literals; `null` has no other type anyway. */
function asValue(value: Json): string {
  const text = JSON.stringify(value);
  return typeof value === 'object' && value !== null ? `${text} as const` : text;
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
