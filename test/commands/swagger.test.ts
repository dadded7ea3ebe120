import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { testCommands } from './command-rows.js';
import { runCommand, startMock } from './run-command.js';
import { readRows } from '../rows.js';

testCommands(import.meta.url);

const project = readRows(import.meta.url).data<Readonly<Record<string, string>>>('project');

/** Creates a folder with the document. */
function createFolder(): string {
  const cwd = temporaryFolder();
  writeTexts(cwd, project);
  return cwd;
}

describe('a Swagger 2.0 document', () => {
  test('gets an emulator that stores and validates', async () => {
    const { url: address } = await startMock(createFolder(), 'pets.yaml');
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

  test('gets validators alone', async () => {
    const cwd = createFolder();
    const args = ['--spec', 'pets.yaml', '--parts', 'validators', '--out', 'made'];
    expect(await runCommand('generate', { args, cwd })).toMatchObject({
      code: 0,
    });
    // `as`: the module exists only after it was generated.
    const { Pet } = (await import(join(cwd, 'made/src/validators/index.ts'))) as {
      Pet: { is: (value: unknown) => boolean };
    };
    expect([{ name: 'Tom' }, { name: 'Bartholomew' }, {}].map(Pet.is)).toEqual([true, false, false]);
  });

  test('has its definitions compiled by `speccast validators`, including those in other files', async () => {
    const cwd = createFolder();
    const files = {
      'all.yaml': 'Toy: { type: object, properties: { pet: { $ref: "pets.yaml#/definitions/Pet" } } }\n',
    };
    writeTexts(cwd, {
      ...files,
      'pets.yaml': `${project['pets.yaml']}  Toy: { $ref: 'all.yaml#/Toy' }\n`,
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
    // `as`: the module exists only after it was generated.
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
