import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { runCommand, startMock } from './run-command.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

const pets = `swagger: '2.0'
info: { title: Pets, version: 1.4.0 }
basePath: /v1
paths: { $ref: paths.yaml }
definitions:
  Pet: { type: object, required: [name], properties: { name: { type: string, maxLength: 9 } } }
`;

const paths = `/pets:
  get:
    operationId: pets.list
    parameters: [{ name: kind, in: query, type: string, enum: [cat, dog] }]
    responses: { '200': { description: All pets., schema: { type: array, items: { $ref: 'pets.yaml#/definitions/Pet' } } } }
  post:
    operationId: pets.insert
    parameters: [{ name: pet, in: body, required: true, schema: { $ref: 'pets.yaml#/definitions/Pet' } }]
    responses: { '201': { description: The pet., schema: { $ref: 'pets.yaml#/definitions/Pet' } } }
`;

const overlay = `overlay: 1.0.0
info: { title: More, version: 1.0.0 }
actions:
  - { target: $.definitions.Pet.properties, update: { age: { type: integer, minimum: 0 } } }
`;

const config = `services:
  pets: { spec: pets/pets.yaml, package: '@acme/pets', out: ../generated/pets }
`;

/** A folder with two versions of a document in two files, and a project with the first of them. */
function folder(): string {
  const cwd = temporaryFolder();
  const files = { 'pets.yaml': pets, 'paths.yaml': paths };
  writeTexts(cwd, {
    ...files,
    'new/pets.yaml': pets.replace('maxLength: 9', 'maxLength: 5'),
    'new/paths.yaml': paths.replace('cat, dog', 'cat, fox'),
    'more.yaml': overlay,
    'specs/speccast.yaml': config,
    'specs/pets/pets.yaml': pets,
    'specs/pets/paths.yaml': paths,
  });
  return cwd;
}

describe('a Swagger 2.0 document', () => {
  table('is compared with another one by diff, at positions in its files', async ({ want }: { want: object }) => {
    const { code, out } = await runCommand('diff', {
      args: ['pets.yaml', 'new/pets.yaml', '--json'],
      cwd: folder(),
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject(want);
  });

  test('is what a service is made of and what it is compared with by drift', async () => {
    const { code, err } = await runCommand('drift', {
      args: ['pets', 'new/pets.yaml'],
      cwd: folder(),
    });
    expect({ code, err }).toEqual({
      code: 1,
      err: `specs/pets/paths.yaml:4:18 error drift: operations.pets.list.parameters.kind.enum.dog: only in the spec
specs/pets/paths.yaml:4:18 error drift: operations.pets.list.parameters.kind.enum.fox: not in the spec
2 differences; 2 complaints about what is and is not in drift.yaml
`,
    });
  });

  test('gets an emulator that stores and validates', async () => {
    const { url: address } = await startMock(folder(), 'pets.yaml');
    const post = async (pet: object): Promise<Response> =>
      fetch(`${address}/pets`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(pet),
      });
    expect((await post({ name: 'Tom' })).status).toBe(201);
    expect((await post({ name: 'Bartholomew' })).status).toBe(400);
    const listed = await fetch(`${address}/pets`);
    expect(await listed.json()).toContainEqual({ name: 'Tom' });
    expect((await fetch(`${address}/pets?kind=cow`)).status).toBe(400);
  });

  test('takes overlays, whose targets are as it is written', async () => {
    const cwd = folder();
    const args = ['--spec', 'pets.yaml', '--overlay', 'more.yaml', '--out', 'made'];
    expect(await runCommand('generate', { args, cwd })).toMatchObject({
      code: 0,
    });
    expect(readFileSync(join(cwd, 'made/src/models/pets.ts'), 'utf8')).toContain('  age?: number;');
  });

  test('gets validators alone', async () => {
    const cwd = folder();
    const args = ['--spec', 'pets.yaml', '--parts', 'validators', '--out', 'made'];
    expect(await runCommand('generate', { args, cwd })).toMatchObject({
      code: 0,
    });
    // What is generated exports it.
    const { Pet } = (await import(join(cwd, 'made/src/validators/index.ts'))) as {
      Pet: { is: (value: unknown) => boolean };
    };
    expect([{ name: 'Tom' }, { name: 'Bartholomew' }, {}].map(Pet.is)).toEqual([true, false, false]);
  });

  test('gives the command validators its definitions, those of its other files included', async () => {
    const cwd = folder();
    const files = {
      'all.yaml': 'Toy: { type: object, properties: { pet: { $ref: "pets.yaml#/definitions/Pet" } } }\n',
    };
    writeTexts(cwd, {
      ...files,
      'pets.yaml': `${pets}  Toy: { $ref: 'all.yaml#/Toy' }\n`,
    });
    expect(
      await runCommand('validators', {
        args: ['pets.yaml', '--out', 'out.ts'],
        cwd,
      }),
    ).toMatchObject({
      code: 0,
      out: '',
    });
    // What is generated exports it.
    const { validators } = (await import(join(cwd, 'out.ts'))) as {
      validators: Readonly<Record<string, { check: (value: unknown) => readonly object[] }>>;
    };
    expect(Object.keys(validators)).toEqual(expect.arrayContaining(['Pet', 'Toy']));
    expect(validators['Toy']?.check({ pet: { name: 'Tom' } })).toEqual([]);
    expect(validators['Toy']?.check({ pet: { name: 'Bartholomew' } })).toMatchObject([
      {
        path: ['pet', 'name'],
        keyword: 'maxLength',
        schema: '#/components/schemas/Pet/properties/name/maxLength',
      },
    ]);
  });
});
