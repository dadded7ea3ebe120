import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runTarget } from '../../../generator/commands/run-target.js';
import { configTargets } from '../../../generator/commands/targets.js';
import { printModule } from '../../../generator/compile-validators.js';
import { Diagnostics } from '../../../generator/diagnostics.js';
import { generate } from '../../../generator/generate.js';
import type { TextFile } from '../../../generator/output/text-file.js';
import { readTool } from '../../../generator/read-assets.js';
import { createPlaceOf } from '../../../templates/runtime/validators/issue-places.js';
import type { IssuePlace, PlaceOf, PlaceTable } from '../../../templates/runtime/validators/issue-places.js';
import type { PlacedIssue } from '../../../templates/runtime/validators/with-places.js';
import type { Validator } from '../../../templates/runtime/validators/validator.js';
import { runModule } from '../../conformance/compile-module.js';
import { root } from '../../rules/sources.js';
import { bundle, runValidators } from './emit-package.js';

const tool = readTool();

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

let placeOf: PlaceOf;
let validators: Readonly<Record<string, Validator<unknown>>>;

async function readPlaces(files: ReadonlyMap<string, string>): Promise<PlaceOf> {
  return (await import(/* @vite-ignore */ await bundle(files, 'validators/issue-places.ts'))).placeOf;
}

function bySource(files: readonly TextFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, text }) => [path.replace(/^src\//, ''), text]));
}

beforeAll(async () => {
  const { files, diagnostics } = await generate({
    spec: { file: '/home/me/specs/pets/api.yaml', text: spec },
    overlays: [{ file: '/home/me/specs/pets/more/chips.yaml', text: overlay }],
    readFile: (file) => (file === '/home/me/specs/pets/shared.yaml' ? shared : undefined),
    assets: tool,
  });
  expect(diagnostics).toEqual([]);
  const sources = bySource(files);
  placeOf = await readPlaces(sources);
  validators = await runValidators(sources);
});

/** `path keyword file:line:column` of each issue. */
function placesIn(name: string, value: unknown): readonly string[] {
  const issues = validators[name]?.check(value) ?? [];
  return issues.map((issue) => {
    const { file, line, column } = placeOf(issue) ?? { file: 'nowhere', line: 0, column: 0 };
    return `${issue.path.join('.')} ${issue.keyword} ${file}:${line}:${column}`;
  });
}

/** Line and column of a text in a file, as a place is written. */
function at(file: string, text: string, line: string, word: string): string {
  const lines = text.split('\n');
  const index = lines.findIndex((one) => one.includes(line));
  return `${file}:${index + 1}:${(lines[index] ?? '').indexOf(word) + 1}`;
}

const inSpec = (line: string, word: string): string => at('api.yaml', spec, line, word);

describe('placeOf', () => {
  const pet = { id: 'p', name: 'Tom' };

  test.each([
    ['a type', 3, [' type api.yaml:39:7']],
    ['a missing property', { id: 'p' }, [`name required ${inSpec('required: [id, name]', 'required')}`]],
    ['a pattern', { ...pet, id: 'x' }, [`id pattern ${inSpec('id: { type', 'pattern')}`]],
    ['a length', { ...pet, name: 'Thomas' }, [`name maxLength ${inSpec('maxLength: 4', 'maxLength')}`]],
    ['an enum', { ...pet, kind: 'cow' }, [`kind enum ${inSpec('enum: [cat', 'enum')}`]],
    [
      'a nested schema',
      { ...pet, home: { street: { number: 'x' } } },
      [`home.street.number type ${inSpec('number: {', 'type')}`],
    ],
    [
      'a property that nobody names',
      { ...pet, x: 1 },
      [`x additionalProperties ${inSpec('additionalProperties', 'add')}`],
    ],
    ['a property that is forbidden', { ...pet, gone: 1 }, [`gone properties ${inSpec('gone: false', 'gone')}`]],
    [
      'parts of an allOf, one of which stands in another file',
      { ...pet, owner: {} },
      [
        `owner.age required ${inSpec('- required: [age]', 'required')}`,
        `owner.first required ${at('shared.yaml', shared, 'required', 'required')}`,
      ],
    ],
    [
      'a bound in a part of an allOf',
      { ...pet, owner: { first: 1, age: 3 } },
      [`owner.age minimum ${inSpec('age: { minimum', 'minimum')}`],
    ],
    [
      'a property of an overlay',
      { ...pet, chip: 'x' },
      [`chip type ${at('more/chips.yaml', overlay, 'chip:', 'type')}`],
    ],
    [
      'a keyword of an overlay',
      { ...pet, name: 'T' },
      [`name minLength ${at('more/chips.yaml', overlay, 'minLength', 'minLength')}`],
    ],
  ])('%s', (_, value, want) => {
    expect(placesIn('Pet', value)).toEqual(want);
  });

  test('the parameters of an operation are found where they stand', () => {
    expect(placesIn('petsGetParameters', { id: 'x', hl: 'b', size: 6 })).toEqual([
      `id minLength ${inSpec('name: id,', 'minLength')}`,
      `hl pattern ${inSpec("pattern: '^a'", 'pattern')}`,
      `size maximum ${inSpec('maximum: 5', 'maximum')}`,
    ]);
    expect(placesIn('petsGetParameters', {})).toEqual([
      `id required ${inSpec('name: id,', 'required')}`,
      `hl required ${inSpec('      required: true', 'required')}`,
    ]);
    expect(placesIn('petsGetParameters', 1)).toEqual([' type api.yaml:9:7']);
  });

  test('bodies and answers are found behind references', () => {
    expect(placesIn('petsPutBody', { age: 'x' })).toEqual([`age type ${inSpec('age: { type', 'type')}`]);
    expect(placesIn('petsGetResponse', [1])).toEqual([`0 type ${inSpec("'200':", 'type: string')}`]);
  });

  test('an issue of another package has no place', () => {
    expect(placeOf({ schema: '#/components/schemas/Cow/type', path: [] })).toBeUndefined();
    expect(placeOf({ schema: '#/components/schemas/Pet/title', path: [] })).toEqual(
      placeOf({ schema: '#/components/schemas/Pet', path: [] }),
    );
  });
});

describe.each(['video-platform', 'ad-reporting'])('in %s', (name) => {
  let files: ReadonlyMap<string, string>;
  let table: PlaceTable;

  beforeAll(async () => {
    const [target] = configTargets(root, 'specs/speccast.yaml', [name]).targets;
    if (target === undefined) throw new Error(`there is no ${name}`);
    files = bySource((await runTarget(target, { tool })).files);
    table = (await import(/* @vite-ignore */ await bundle(files, 'validators/issue-places-table.ts'))).issuePlaces;
  });

  test('a place is known for every pointer that validators write', async () => {
    const find = await readPlaces(files);
    const pointers = [...files]
      .filter(([path]) => path.startsWith('validators/') && !path.includes('issue-places'))
      .flatMap(([, text]) => [...text.matchAll(/'([\w./-]*#\/[^'\n]*)'/g)].map(([, pointer = '']) => pointer));
    expect(pointers.length).toBeGreaterThan(50);
    expect(pointers.filter((schema) => find({ schema, path: [] }) === undefined)).toEqual([]);
  });

  test('at the place of a keyword or property, the spec has its name', () => {
    const find = createPlaceOf(table);
    const pointers = Object.values(table).flatMap((schemas) =>
      Object.entries(schemas).flatMap(([schema, parts]) =>
        Object.entries(parts).flatMap(([part, text]) =>
          [...text.matchAll(/(?:([^ ]+) )?-?\d+:\d+/g)].map(([, keyword]) =>
            keyword === undefined ? `${schema}${part}` : `${schema}${part}/${keyword}`,
          ),
        ),
      ),
    );
    const named = pointers.filter(
      (pointer) => /\/(?:properties\/[^/]+|[a-z][a-zA-Z]+)$/.test(pointer) && !isParameter(pointer),
    );
    expect(named.length).toBeGreaterThan(200);
    const wrong = named.filter((pointer) => {
      const place = find({ schema: pointer, path: [] });
      const word = pointer.slice(pointer.lastIndexOf('/') + 1).replaceAll('~1', '/');
      return !textAt(name, place).replaceAll("'", '').startsWith(`${word}:`);
    });
    expect(wrong).toEqual([]);
  });
});

/** Names of parameters stand beside their schema. */
function isParameter(pointer: string): boolean {
  return /\/parameters(?:\/(?:properties|required)\/[^/]+)?$/.test(pointer);
}

/** What a place says, from there to the end of the line. */
function textAt(name: string, place: IssuePlace | undefined): string {
  if (place === undefined) return '';
  const text = readFileSync(join(root, 'specs', name, place.file), 'utf8');
  return (text.split('\n')[place.line - 1] ?? '').slice(place.column - 1);
}

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

  /** `path keyword line:column` of each issue, where the module has been asked for places. */
  async function check(name: string, value: unknown): Promise<readonly string[]> {
    const diagnostics = new Diagnostics();
    const code = printModule({
      file: '/home/me/in.json',
      text,
      formats: 'annotate',
      places: true,
      diagnostics,
      assets: tool,
    });
    const issues: readonly PlacedIssue[] = (await runModule(code ?? ''))[name]?.check(value) ?? [];
    return issues.map(
      ({ path, keyword, place }) => `${path.join('.')} ${keyword} ${place?.file}:${place?.line}:${place?.column}`,
    );
  }

  test.each([
    ['Video', 3, [` type ${at('in.json', text, '"object"', '"type"')}`]],
    ['Video', { id: 1 }, [`id type ${at('in.json', text, '"remotes"', '"type"')}`]],
    ['Video', { size: 1 }, [`size minimum ${at('in.json', text, '"minimum"', '"minimum"')}`]],
    ['never', 1, [` false ${at('in.json', text, '"never"', '"never"')}`]],
    ['a/b', 1, [` type ${at('in.json', text, '"a/b"', '"type"')}`]],
  ])('issues of %s about %j say where it is stated', async (name, value, want) => {
    expect(await check(name, value)).toEqual(want);
  });

  test('without being asked, a module says nothing of places', () => {
    const diagnostics = new Diagnostics();
    const code = printModule({ file: 'in.json', text, formats: 'annotate', diagnostics, assets: tool });
    expect(code).toContain('Validator');
    expect(code).not.toMatch(/issuePlaces|IssuePlace|withPlaces/);
  });
});
