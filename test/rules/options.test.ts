import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from 'speccast/emitter';
import { options, pickOptions, type Option } from '../../generator/options.js';
import { printTable } from '../bench/report.js';
import { runCommand } from '../commands/run-command.js';
import { readConfig } from '../config/read.js';
import { Diagnostics } from '../spec/read-text.js';
import { folderOfFile } from '../scratch-folder.js';
import { root, readFromRoot } from './sources.js';

// `npx vitest run test/rules/options.test.ts --update` updates both files by the table.

/** Returns the row of the published schema for an option: its description, and the type of its value if the table states it. */
function toSchema({ kind, values = [], keys, says, more = '', default: usual }: Option): JsonObject {
  const description = [says, more, usual === undefined ? '' : `Default: ${usual}.`].filter((one) => one).join(' ');
  switch (kind) {
    case 'choice':
      return { description, enum: [...values], examples: [values.at(-1) ?? ''] };
    case 'list':
      return { description, type: 'array', items: { enum: [...values] }, uniqueItems: true };
    case 'choices': {
      const rows = Object.entries(keys ?? {}).map(([key, text]) => [key, { enum: [...values], description: text }]);
      return { description, type: 'object', additionalProperties: false, properties: Object.fromEntries(rows) };
    }
    case 'texts':
      return { description, type: 'object', additionalProperties: { type: 'string' } };
    case 'boolean':
      return { description, type: 'boolean', examples: [true] };
    case 'own':
      return { description };
  }
}

/** Updates the options of the schema by the table; all other members stay. */
function updateSchema(text: string): unknown {
  const schema = JSON.parse(text);
  const { service } = schema.$defs;
  const rows = Object.entries(options).map(([key, option]) => {
    const { examples: old, ...known } = service.properties[key] ?? {};
    const { examples = [], ...own } = toSchema(option);
    return [key, { ...known, ...own, examples: old ?? examples }];
  });
  return { ...schema, $defs: { ...schema.$defs, service: { ...service, properties: Object.fromEntries(rows) } } };
}

/** Updates the table of options on a page. */
function updatePage(text: string): string {
  const rows = Object.entries(options).map(([key, { flag, default: usual = '', says }]) => [
    `\`${key}\``,
    flag === undefined ? '' : `\`--${flag}\``,
    usual,
    says,
  ]);
  const head = ['Key', 'Flag', 'Default', 'Meaning'];
  return text.replace(/^\| Key +\| Flag +\|.*\n(?:\|.*\n)*/m, () => `${printTable([head, ...rows])}\n`);
}

describe('what follows from the table of options is up to date:', () => {
  test('the schema of speccast.yaml', async () => {
    const path = 'specs/speccast.schema.json';
    const text = JSON.stringify(updateSchema(readFromRoot(path)), null, 2);
    await expect(await format(text, { parser: 'json', printWidth: 120 })).toMatchFileSnapshot(join(root, path));
  });

  test('the table of the page about the configuration', async () => {
    const path = 'generator/docs/configuration.md';
    await expect(updatePage(readFromRoot(path))).toMatchFileSnapshot(join(root, path));
  });
});

test('a new option is a row of the table, and code that uses it', async () => {
  const madeUp: Option = {
    kind: 'choice',
    values: ['quiet', 'loud'],
    default: 'quiet',
    flag: 'made-up',
    says: 'How loud it is.',
    isReleased: true,
  };
  Object.assign(options, { madeUp });
  onTestFinished(() => void Reflect.deleteProperty(options, 'madeUp'));

  const service = 'spec: a.yaml, package: a, out: a';
  const read = (more: string): readonly [unknown, readonly string[]] => {
    const diagnostics = new Diagnostics({ strict: true });
    const config = readConfig(
      { file: 'speccast.yaml', folder: '/a', text: `services: { a: { ${service}, ${more} } }` },
      diagnostics,
    );
    return [pickOptions(config?.services[0] ?? {}), diagnostics.list.map(({ message }) => message)];
  };
  expect(read('madeUp: loud')).toEqual([expect.objectContaining({ madeUp: 'loud' }), []]);
  expect(read('madeUp: lout')[1]).toEqual(['`madeUp` is quiet or loud, not "lout"; did you mean "loud"?']);

  const cwd = folderOfFile();
  const spec = { file: 'a.json', text: '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}' };
  writeFileSync(join(cwd, spec.file), spec.text);
  const run = async (...args: string[]): Promise<string> => {
    const { out, err } = await runCommand('generate', { args, cwd });
    return out + err;
  };
  expect(await run('--help')).toMatch(/--made-up quiet\|loud +how loud it is; default: quiet\n/);
  expect(await run('--made-up', 'loud')).toContain('--made-up goes with --spec; for services, write `madeUp: …`');
  const asked = ['--spec', 'a.json', '--out', 'a', '--parts', 'validators'];
  expect(await run(...asked)).toMatch(/^a\.json +written /m);
  expect(await run(...asked)).toMatch(/^a\.json +up to date /m);
  expect(await run(...asked, '--made-up', 'loud')).toMatch(/^a\.json +written /m);

  await run(...asked, '--made-up', 'loud', '--release');
  expect(JSON.parse(readFileSync(join(cwd, 'a/released.json'), 'utf8'))).toMatchObject({ madeUp: 'loud' });

  expect(updateSchema(readFromRoot('specs/speccast.schema.json'))).toMatchObject({
    $defs: { service: { properties: { madeUp: { description: 'How loud it is. Default: quiet.' } } } },
  });
  const page = updatePage(readFromRoot('generator/docs/configuration.md')).replace(/ +/g, ' ');
  expect(page).toContain('| `madeUp` | `--made-up` | quiet | How loud it is. |\n');
});
