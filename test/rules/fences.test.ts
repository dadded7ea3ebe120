import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { runCommand } from '../commands/run-command.js';
import { readFences, pages } from './pages.js';
import { readFromRoot, root } from './sources.js';

// `docs.test.ts` compiles fences in TypeScript, and generates packages from those in OpenAPI.

async function readHelp(...args: readonly string[]): Promise<string> {
  return (await runCommand('help', { args, cwd: root })).out;
}

/** Flags by command: `validators` → `--out`, `--formats` and others. */
const flags = new Map<string, readonly string[]>();
for (const [, name = ''] of (await readHelp()).matchAll(/^ {2}speccast (\w+) /gm))
  if (name !== 'help' && !flags.has(name)) flags.set(name, (await readHelp(name)).match(/--[a-z][a-z0-9-]*/g) ?? []);

/** Flags that help does not show, since another one replaces them. */
const deprecated = ['--places'];

/** Lists the calls of `speccast` on a page, in shell code and in code spans: `npx speccast diff a.yaml b.yaml` → `diff`, ` a.yaml b.yaml`. */
function listCalls(page: string): readonly (readonly [command: string, args: string])[] {
  const spans = [...readFromRoot(page).matchAll(/`((?:npx )?speccast [^`\n]+)`/g)].map(([, code = '']) => code);
  const lines = readFences(page, 'sh').flatMap((code) => code.replaceAll('\\\n', ' ').split('\n'));
  return [...spans, ...lines].flatMap((code) => {
    const [, command, args = ''] = /(?:^|npx |-s )speccast (?:-- )?(\w+)([^#]*)/.exec(code) ?? [];
    return command === undefined ? [] : [[command, args] as const];
  });
}

test('every call of speccast on a page has a command and flags that exist', () => {
  const calls = pages.flatMap((page) => listCalls(page).map(([command, args]) => ({ page, command, args })));
  const wrong = calls.filter(({ command, args }) => {
    const known = flags.get(command) ?? (command === 'help' ? [] : undefined);
    const used = args.match(/(?<= )--[a-z][a-z0-9-]*/g) ?? [];
    return known === undefined || used.some((flag) => !known.includes(flag) || deprecated.includes(flag));
  });
  expect(calls.length).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
});

test('every script of npm on a page exists', () => {
  const manifests = ['package.json', 'test/example/package.json'].map((path) => JSON.parse(readFromRoot(path)));
  const scripts = Object.assign({}, ...manifests.map((one) => one.scripts));
  const named = pages.flatMap((page) =>
    [...readFromRoot(page).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script = '']) => ({ page, script })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([]);
});

test.each(['json', 'yaml', 'js'])('every fence in %s parses', (language) => {
  const codes = pages.flatMap((page) => readFences(page, language).map((code) => ({ page, code })));
  const faults = codes.flatMap(({ page, code }) => listFaults(language, code).map((fault) => `${page}: ${fault}`));
  expect(codes.length).toBeGreaterThan(1);
  expect(faults).toEqual([]);
});

function listFaults(language: string, code: string): readonly string[] {
  if (language === 'yaml') return parseAllDocuments(code).flatMap(({ errors }) => errors.map(({ message }) => message));
  if (language === 'json') return ts.parseConfigFileTextToJson('a.json', code).error ? [code] : [];
  const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
