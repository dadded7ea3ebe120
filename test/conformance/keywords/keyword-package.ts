import type { Json, JsonObject } from 'speccast/emitter';
import type { KeywordCase, Verdicts } from './keyword-case.js';

/** The two ways in which an operation has a schema: inline, or as a named component. */
export const forms = ['Inline', 'Named'] as const;

/** Builds a spec with two operations for each case, one with the schema inline and one with a reference, in request and response. */
export function buildSpec(version: '3.0' | '3.1', cases: readonly KeywordCase[]): JsonObject {
  const schemas = cases.map(({ name, schema, schemas: others }) => ({ [toModelName(name)]: schema, ...others }));
  return {
    openapi: version === '3.0' ? '3.0.3' : '3.1.0',
    info: { title: `Keywords ${version}`, version: '1' },
    paths: Object.fromEntries(
      cases.flatMap(({ name, schema }) =>
        forms.map((form) => [
          `/${name}/${form}`,
          buildPathItem(
            `${name}${form}`,
            form === 'Inline' ? schema : { $ref: `#/components/schemas/${toModelName(name)}` },
          ),
        ]),
      ),
    ),
    components: { schemas: Object.assign({}, ...schemas) as JsonObject },
  };
}

function toModelName(name: string): string {
  return `Model${capitalize(name)}`;
}

function buildPathItem(operationId: string, schema: Json): Json {
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

/** Returns the values of a case for requests or for responses. */
export function readVerdicts(one: KeywordCase, direction: 'request' | 'response'): Required<Verdicts> {
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

/** Prints a module that compiles exactly if the types of a package accept and reject the values of the cases. */
export function printTypeChecks(cases: readonly KeywordCase[]): string {
  const lines = cases.flatMap((one) => forms.flatMap((form) => printChecks(one, form)));
  const names = cases.flatMap(({ name }) => forms.map((form) => capitalize(`${name}${form}`)));
  const imports = names.flatMap((name) => [`${name}Params`, `${name}Response`]);
  return [`import type { ${imports.join(', ')} } from './src/operations/index.js';`, ...lines, ''].join('\n');
}

function printChecks(one: KeywordCase, form: (typeof forms)[number]): readonly string[] {
  return (['request', 'response'] as const).flatMap((direction) => {
    const type = `${capitalize(one.name)}${form}${direction === 'request' ? `Params['body']` : 'Response'}`;
    const { valid, invalid, beyond, loose, odd } = readVerdicts(one, direction);
    const stem = `${one.name}${form}_${direction}`;
    const rejected = [...invalid, ...odd, ...loose].map(
      (value, index) =>
        `// @ts-expect-error ${stem} rejects ${JSON.stringify(value)}\nexport const ${stem}_rejected${index}: ${type} = ${JSON.stringify(value)};`,
    );
    // Through a variable, because TypeScript checks excess properties only of literals.
    const received = loose.map((value) => `${printValue(value)} as import('./src/index.js').Unrecognized`);
    const values = [...[...valid, ...beyond].map(printValue), ...received];
    const accepted = values.map(
      (value, index) =>
        `const ${stem}_value${index} = ${value};\nexport const ${stem}_accepted${index}: ${type} = ${stem}_value${index};`,
    );
    return [...rejected, ...accepted];
  });
}

/** Prints a value as code. Objects and lists keep their literal types with `as const`; `null` needs none. */
function printValue(value: Json): string {
  const text = JSON.stringify(value);
  return typeof value === 'object' && value !== null ? `${text} as const` : text;
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
