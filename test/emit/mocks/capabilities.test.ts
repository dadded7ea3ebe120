import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { kebabCase } from '../../../generator/api/naming/names.js';

const root = new URL('../../../', import.meta.url);
const folder = new URL('templates/emulator/engine/capabilities/', root);
const { definitions } = parse(readFileSync(new URL('specs/vocabulary.yaml', root), 'utf8'));
const names: readonly string[] = definitions.capability.enum;

test.each(names)('the capability %s has a file that exports it', (name) => {
  const text = readFileSync(new URL(`${kebabCase(name, '')}.ts`, folder), 'utf8');
  expect(text).toMatch(new RegExp(`^export (const ${name}: Capability =|\\{ ${name} \\} from)`, 'm'));
});

test('every capability can be named in a spec', () => {
  const exported = readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/^export const (\w+): Capability =/gm)].map(
      ([, name]) => name,
    ),
  );
  expect(exported.toSorted()).toEqual(names);
});
