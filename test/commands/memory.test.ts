import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTarget } from '../../generator/commands/generate/make-target.js';
import { Memory } from '../../generator/commands/generate/memory.js';
import { runTarget } from '../../generator/commands/generate/run-target.js';
import { specTarget } from '../../generator/commands/sources/targets.js';
import { KEPT } from '../../generator/output/write/manifest.js';
import { printerHere } from '../../generator/output/print/printer.js';
import { readTexts, temporaryFolder } from '../output/temporary-folder.js';

const names = ['Ant', 'Bee', 'Cat', 'Dog', 'Elk'] as const;

/** What a schema is made of; references may lead round in circles. */
const schemas = fc.record({
  description: fc.constantFrom('One.', 'Two.', 'Three.'),
  properties: fc.dictionary(
    fc.constantFrom('id', 'name', 'next', 'list', 'tag'),
    fc.oneof(
      fc.constantFrom({ type: 'string' }, { type: 'integer', minimum: 1 }, { enum: ['a', 'b'] }),
      fc.constantFrom(...names).map((name) => ({ $ref: `#/components/schemas/${name}` })),
      fc.constantFrom(...names).map((name) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } })),
      fc
        .constantFrom(...names)
        .map((name) => ({ anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] })),
    ),
  ),
  required: fc.constantFrom([], ['id'], ['next']),
});

/** One save: another schema under a name, and perhaps a schema with an operation that comes or goes. */
const edits = fc.record({
  name: fc.constantFrom(...names),
  schema: schemas,
  extra: fc.constantFrom('none', 'Fox', 'Gnu'),
  title: fc.constantFrom('Zoo', 'Zoo', 'Zoo', 'Farm'),
});

type Schemas = Readonly<Record<string, object>>;

function specOf(title: string, all: Schemas): string {
  const paths = Object.keys(all).map((name) => [
    `/${name.toLowerCase()}`,
    {
      get: {
        operationId: `${name.toLowerCase()}.list`,
        responses: {
          '200': {
            description: 'Some.',
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
          },
        },
      },
    },
  ]);
  const document = {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: all },
  };
  return JSON.stringify(document, null, 2);
}

test('what a process makes that remembers is what one makes that does not, whatever is saved in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 3, maxLength: 5 }), async (saves) => {
      const cwd = temporaryFolder();
      const [spec, out] = [join(cwd, 'zoo.json'), join(cwd, 'out')];
      const target = specTarget(cwd, { spec, out, name: 'zoo' });
      const input = {
        args: [],
        cwd,
        console: { out() {}, err() {}, interactive: false },
        untilStopped: () => new AbortController().signal,
      };
      const memory = new Memory();
      let all: Schemas = Object.fromEntries(names.map((name) => [name, { type: 'object' }]));
      for (const { name, schema, extra, title } of saves) {
        all = { ...all, [name]: { type: 'object', ...schema } };
        const shown = extra === 'none' ? all : { ...all, [extra]: { type: 'object' } };
        writeFileSync(spec, specOf(title, shown));
        const { state } = await makeTarget(input, target, {
          mode: 'write',
          tool: memory.tool,
          memory,
          openPrinter: () => printerHere,
        });
        const { files } = await runTarget(target, { tool: memory.tool });
        const cold = Object.fromEntries(files.map(({ path, text }) => [path, text]));
        if (files.length === 0) expect(state).toBe('refused');
        else expect(withoutKept(readTexts(out))).toEqual(withoutKept(cold));
      }
    }),
    { numRuns: 4 },
  );
});

function withoutKept(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([path]) => !KEPT.has(path) && path !== '.speccast.json'));
}
