import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { printDocument } from '../../../generator/emit/package/published-document.js';
import { compileValidators, generate, type TextFile } from 'speccast';
import type { JsonObject, Json } from 'speccast/emitter';
import { locateMember } from '@speccast/runtime/validators';
import type { Issue, IssuePosition, FindPosition, Validator } from '@speccast/runtime/validators';
import { runModule } from '../../conformance/compile-module.js';
import { bundle, readPackage, runValidators } from './emit-package.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const spec = `openapi: 3.1.0
info: { title: Test, version: '1' }
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string, minLength: 2 } }
    get:
      operationId: pets.get
      parameters:
        - $ref: '#/components/parameters/hl'
        - name: size
          in: query
          content:
            application/json:
              schema: { maximum: 5 }
      responses:
        '200': { description: '', content: { application/json: { schema: { type: array, items: { type: string } } } } }
    put:
      operationId: pets.put
      requestBody: { $ref: '#/components/requestBodies/pet' }
      responses:
        '204': { description: '' }
components:
  parameters:
    hl:
      name: hl
      in: query
      required: true
      schema: { type: string, pattern: '^a' }
  requestBodies:
    pet:
      content:
        application/json:
          schema:
            type: object
            properties: { age: { type: integer } }
  schemas:
    Pet:
      type: object
      required: [id, name]
      additionalProperties: false
      properties:
        id: { type: string, pattern: '^p' }
        name:
          type: string
          maxLength: 4
        kind:
          enum: [cat, dog]
        home:
          type: object
          properties:
            street:
              type: object
              properties:
                number: { type: integer }
        owner: { $ref: '#/components/schemas/Owner' }
        gone: false
    Owner:
      allOf:
        - required: [age]
          properties: { age: { minimum: 18 } }
        - $ref: 'shared.yaml#/Named'
`;

const shared = `Named:
  type: object
  required: [first]
`;

const overlay = `overlay: 1.0.0
info: { title: More, version: '1' }
actions:
  - target: $.components.schemas.Pet.properties
    update:
      chip: { type: integer }
  - target: $.components.schemas.Pet.properties.name
    update: { minLength: 2 }
`;

let findPosition: FindPosition;
let document = '';
let validators: Readonly<Record<string, Validator<unknown>>>;

async function readPlaces(files: ReadonlyMap<string, string>): Promise<FindPosition> {
  return (await import(/* @vite-ignore */ await bundle(files, 'validators/issue-positions.ts'))).findPosition;
}

function toSources(files: readonly TextFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, text }) => [path.replace(/^src\//, ''), text]));
}

beforeAll(async () => {
  const { files, diagnostics } = await generate({
    spec: { file: '/home/me/specs/pets/api.yaml', text: spec },
    overlays: [{ file: '/home/me/specs/pets/more/chips.yaml', text: overlay }],
    readFile: (file) => (file === '/home/me/specs/pets/shared.yaml' ? shared : undefined),
  });
  expect(diagnostics).toEqual([]);
  const sources = toSources(files);
  findPosition = await readPlaces(sources);
  document = sources.get('openapi.json') ?? '';
  validators = await runValidators(sources);
});

/** Prints path, keyword and the member of `openapi.json` at the place of each issue: `name type "type":"string"`. */
function listPlaces(name: string, value: unknown): readonly string[] {
  const issues = validators[name]?.check(value) ?? [];
  return issues.map((issue) => {
    const [member] =
      /^"[^"]*":(?:"[^"]*"|\[(?:[\w",]*\])?|[\w.]+)?/.exec(readLine(document, findPosition(issue))) ?? [];
    return `${issue.path.join('.')} ${issue.keyword} ${member}`;
  });
}

/** Returns the rest of the line of `openapi.json` at a place, or `nowhere`. */
function readLine(text: string, place: IssuePosition | undefined): string {
  if (place?.file !== 'openapi.json') return 'nowhere';
  return (text.split('\n')[place.line - 1] ?? '').slice(place.column - 1);
}

/** Prints the place of `word` in the first line that includes `line`: `in.json:5:7`. */
function findPlace(file: string, text: string, line: string, word: string): string {
  const lines = text.split('\n');
  const index = lines.findIndex((one) => one.includes(line));
  return `${file}:${index + 1}:${(lines[index] ?? '').indexOf(word) + 1}`;
}

describe('findPosition', () => {
  table('%s', (_: string, value: Json, want: readonly string[]) => {
    expect(listPlaces('Pet', value)).toEqual(want);
  });

  test('finds the parameters of an operation', () => {
    expect(listPlaces('petsGetParameters', { id: 'x', hl: 'b', size: 6 })).toEqual([
      'id minLength "minLength":2',
      'hl pattern "pattern":"^a"',
      'size maximum "maximum":5',
    ]);
    expect(listPlaces('petsGetParameters', {})).toEqual(['id required "required":true', 'hl required "required":true']);
    expect(listPlaces('petsGetParameters', 1)).toEqual([' type "parameters":[']);
  });

  test('finds bodies and responses behind references', () => {
    expect(listPlaces('petsPutBody', { age: 'x' })).toEqual(['age type "type":"integer"']);
    expect(listPlaces('petsGetResponse', [1])).toEqual(['0 type "type":"string"']);
  });

  test('finds no place for an issue of another package', () => {
    expect(findPosition({ schema: '#/components/schemas/Cow/type', path: [] })).toBeUndefined();
    expect(findPosition({ schema: '#/components/schemas/Pet/title', path: [] })).toEqual(
      findPosition({ schema: '#/components/schemas/Pet', path: [] }),
    );
  });
});

describe.each(['video-platform', 'ad-reporting'])('in %s', (name) => {
  let files: ReadonlyMap<string, string>;

  beforeAll(async () => {
    files = readPackage(name);
  });

  test('each pointer in the code of validators has a position, at the member of its name', async () => {
    const find = await readPlaces(files);
    const text = files.get('openapi.json') ?? '';
    const pointers = [...files]
      .filter(([path]) => path.startsWith('validators/'))
      .flatMap(([, one]) => [...one.matchAll(/'(#\/[^'\n]*)'/g)].map(([, pointer = '']) => pointer));
    expect(pointers.length).toBeGreaterThan(40);
    expect(listMisplaced(pointers, text, find)).toEqual([]);
  });

  test('each issue has a position, at its keyword', async () => {
    const find = await readPlaces(files);
    const text = files.get('openapi.json') ?? '';
    const pointers = new Set(Object.values(await runValidators(files)).flatMap(listPointers));
    expect(pointers.size).toBeGreaterThan(100);
    expect(listMisplaced([...pointers], text, find)).toEqual([]);
  });
});

/** Lists pointers without a position, or with the position of another member. */
function listMisplaced(pointers: readonly string[], text: string, find: FindPosition): readonly object[] {
  const places = pointers.map((schema) => ({ schema, line: readLine(text, find({ schema, path: [] })) }));
  return places.filter(({ schema, line }) => {
    const word = schema.slice(schema.lastIndexOf('/') + 1).replaceAll('~1', '/');
    return line === 'nowhere' || (!schema.includes('/parameters') && !line.startsWith(`${JSON.stringify(word)}:`));
  });
}

/** Lists the pointers of issues of wrong values, and of objects whose properties are all wrong. */
function listPointers(one: Partial<Validator<unknown>>): readonly string[] {
  const { check, '~standard': standard } = one;
  if (check === undefined || standard === undefined) return [];
  const { properties } = standard.jsonSchema.input({ target: 'draft-2020-12' });
  const names = Object.keys(properties ?? {});
  const wrong = [null, 7, '', {}, []].flatMap((value) => [
    value,
    Object.fromEntries(names.map((name) => [name, value])),
  ]);
  return wrong.flatMap((value) => check(value).map(({ schema }) => schema));
}

/** Values of JSON, which are printed in several lines. */
const json = fc.jsonValue({ maxDepth: 6 });

test('positionOf finds each member in the printed document', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json, { minKeys: 1, maxKeys: 20 }), (value) => {
      // The copy has the keys of JSON in their order.
      const read: JsonObject = JSON.parse(JSON.stringify(value));
      const text = printDocument(read);
      for (const [key, inner] of Object.entries(read)) {
        const place = { file: 'openapi.json', ...locateMember(read, [key]) };
        expect(readLine(text, place)).toMatch(JSON.stringify(key));
        if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
        for (const name of Object.keys(inner)) {
          const within = readLine(text, { file: 'openapi.json', ...locateMember(read, [key, name]) });
          expect(within.startsWith(`${JSON.stringify(name)}:`)).toBe(true);
        }
      }
    }),
  );
});

describe('compiled schemas', () => {
  const text = `{
  "schemas": {
    "Video": {
      "type": "object",
      "properties": { "id": { "$ref": "https://a.b/ids#/$defs/id" }, "size": { "$ref": "#/$defs/size" } },
      "$defs": { "size": { "$id": "https://a.b/size", "minimum": 3 } }
    },
    "never": false,
    "a/b": { "type": "string" }
  },
  "remotes": { "https://a.b/ids": { "$defs": { "id": { "type": "string" } } } }
}`;

  /** Validates with a module that was compiled with places, and prints each issue: `id type in.json:5:7`. */
  async function check(name: string, value: unknown): Promise<readonly string[]> {
    const { code } = await compileValidators({ file: '/home/me/in.json', text, positions: true });
    const issues: readonly (Issue & { readonly position?: IssuePosition })[] =
      (await runModule(code ?? ''))[name]?.check(value) ?? [];
    return issues.map(
      ({ path, keyword, position }) =>
        `${path.join('.')} ${keyword} ${position?.file}:${position?.line}:${position?.column}`,
    );
  }

  test.each([
    ['Video', 3, [` type ${findPlace('in.json', text, '"object"', '"type"')}`]],
    ['Video', { id: 1 }, [`id type ${findPlace('in.json', text, '"remotes"', '"type"')}`]],
    ['Video', { size: 1 }, [`size minimum ${findPlace('in.json', text, '"minimum"', '"minimum"')}`]],
    ['never', 1, [` false ${findPlace('in.json', text, '"never"', '"never"')}`]],
    ['a/b', 1, [` type ${findPlace('in.json', text, '"a/b"', '"type"')}`]],
  ])('issues of %s about %j have the place of their keyword', async (name, value, want) => {
    expect(await check(name, value)).toEqual(want);
  });

  test('a module that is compiled without places contains none', async () => {
    const { code } = await compileValidators({ file: 'in.json', text });
    expect(code).toContain('Validator');
    expect(code).not.toMatch(/issuePositions|IssuePosition|withPositions/);
  });
});
