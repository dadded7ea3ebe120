import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readYaml } from '../rows.js';
import { root } from '../rules/sources.js';
import { checkJson, checkText, type Expected } from './expected.js';
import { playMock, type MockStep } from './mock-steps.js';
import { runCommand, wrongUsage } from './run-command.js';
import { insertValues, insertNames, type Stage } from './stage.js';
import { serveReplies, type Replies } from './scripted-service.js';

/** Changes of a project, then a call, then expectations. The default of `code` is 0; with code 0, the default of `err` is no output. */
interface Step extends MockStep {
  /**
   * Responses of a service on this machine from now on, by `GET /path?a=1`, `/path` or `any`; or `pets`, a service that stores pets.
   * In all texts `<service>` is replaced by its host, and `<mock>` by the host of the mock.
   */
  readonly serve?: Replies | 'pets' | undefined;
  /** Requests that the service has received since the last step with `seen`. */
  readonly seen?: readonly object[];
  /** Contents of files by path. Objects are written as JSON. */
  readonly write?: Readonly<Record<string, string | object>>;
  /** Files of this repository by the path to which they are copied: `{ pets.yaml: test/cases/pets/spec.yaml }`. */
  readonly copy?: Readonly<Record<string, string>>;
  /** Replacements in files: `{ pets.yaml: { 3.1.0: 9.1.0 } }`. */
  readonly change?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly remove?: readonly string[];
  /** `generate --check`, or a list if an argument has spaces. `<root>` is replaced by this repository, `<cwd>` by the folder of the project. */
  readonly run?: string | readonly string[];
  /** Lines that are typed as replies to questions. `out` contains the questions, too. */
  readonly replies?: readonly string[];
  /** Folder in which the command runs, below the project. */
  readonly in?: string;
  readonly code?: number;
  /** Expected message of wrong usage. */
  readonly usage?: string;
  readonly files?: Readonly<Record<string, Expected>>;
  /** Expected names in folders, without `node_modules`. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** A text that no file of a folder may contain. */
  readonly hides?: { readonly folder: string; readonly text: string };
  /** Folder whose files the call must not change. */
  readonly unchanged?: string;
}

/** One call, or several, one after the other. A list is a call and its message of wrong usage. */
type CommandRow =
  | (Step & { readonly name: string; readonly steps?: readonly Step[] })
  | readonly [call: string | readonly string[], message: string];

/** Rows, or rows with common members. */
type CommandTable = readonly CommandRow[] | { readonly each: Step; readonly rows: readonly CommandRow[] };

/** Tables by title, and `project`: the files that each row starts with. */
type CommandTables = { readonly project?: NonNullable<Step['write']> } & Readonly<Record<string, CommandTable>>;

/**
 * Defines a test for each row of the tables in the YAML file beside a test: `a.test.ts` → `a.yaml`. Each row has a temporary folder with
 * the files of `project`.
 */
export function testCommands(url: string): void {
  const { project = {}, ...tables } = readYaml<CommandTables>(url.replace('.test.ts', '.yaml'));
  for (const [title, table] of Object.entries(tables))
    describe(title, () => {
      const { each, rows } = 'rows' in table ? table : { each: {}, rows: table };
      test.each(rows.map((row) => toSteps(row, each)))('%s', async (_, steps) => {
        const stage = { cwd: temporaryFolder(), kept: {} };
        await runStep(stage, { serve: steps[0]?.serve, write: { 'node_modules/.keep': '', ...project } });
        for (const step of steps) await runStep(stage, step);
      });
    });
}

function toSteps(row: CommandRow, each: Step): readonly [name: string, steps: readonly Step[]] {
  if (!('name' in row)) return [`${[row[0]].flat().join(' ')}: ${row[1]}`, [{ run: row[0], usage: row[1] }]];
  const { name, steps = [], ...first } = row;
  return [name, [{ ...each, ...first }, ...steps]];
}

async function runStep(stage: Stage, step: Step): Promise<void> {
  const { cwd, service } = stage;
  const { serve, write = {}, copy = {}, change = {}, remove = [], run, unchanged } = step;
  if (service !== undefined) service.replies = serve ?? service.replies;
  else if (serve !== undefined) stage.service = await serveReplies(serve);
  for (const path of remove) rmSync(join(cwd, path), { recursive: true });
  for (const [path, from] of Object.entries(copy)) cpSync(join(root, from), join(cwd, path), { recursive: true });
  for (const [path, text] of Object.entries(write))
    writeTexts(cwd, { [path]: insertValues(stage, typeof text === 'string' ? text : JSON.stringify(text)) });
  for (const [path, replacements] of Object.entries(change))
    for (const [from, to] of Object.entries(replacements)) {
      const text = readFileSync(join(cwd, path), 'utf8');
      expect(text).toContain(from);
      writeTexts(cwd, { [path]: text.replaceAll(from, () => to) });
    }
  const before = unchanged === undefined ? {} : textsBelow(join(cwd, unchanged));
  if (run === undefined) await playMock(stage, step);
  else await checkCall(stage, step, typeof run === 'string' ? run.split(' ') : run);
  if (unchanged !== undefined) expect(textsBelow(join(cwd, unchanged))).toEqual(before);
  for (const [path, want] of Object.entries(step.files ?? {})) checkText(readIfThere(stage, path), want);
  for (const [path, names] of Object.entries(step.lists ?? {}))
    expect(
      readdirSync(join(cwd, path))
        .filter((name) => name !== 'node_modules')
        .toSorted(),
    ).toEqual(names);
  const { hides } = step;
  if (hides !== undefined)
    expect(Object.values(textsBelow(join(cwd, hides.folder))).join('')).not.toContain(hides.text);
  if (step.seen !== undefined)
    checkJson(JSON.parse(insertNames(stage, JSON.stringify(stage.service?.seen.splice(0)))), step.seen);
}

async function checkCall(stage: Stage, step: Step, [command = '', ...args]: readonly string[]): Promise<void> {
  const ran = await runCommand(command, {
    args: args.map((arg) => insertValues(stage, arg)),
    cwd: join(stage.cwd, step.in ?? ''),
    replies: step.replies,
    // Stops a `mock` as soon as it serves.
    signal: AbortSignal.abort(),
  });
  if (step.usage !== undefined) return expect(ran).toEqual(wrongUsage(command, step.usage));
  const [out = '', err = ''] = [ran.out, ran.err].map((text) => insertNames(stage, text));
  const { code = 0 } = step;
  expect({ code: ran.code, err: ran.code === code ? '' : ran.err }).toEqual({ code, err: '' });
  if (step.err !== undefined) checkText(err, step.err);
  else if (code === 0) expect(err.replace(/^next: .*\n/m, '')).toBe('');
  if (step.out !== undefined) checkText(out, step.out);
}

function textsBelow(folder: string): Readonly<Record<string, string>> {
  const texts = existsSync(folder) ? readTexts(folder) : {};
  return Object.fromEntries(Object.entries(texts).filter(([path]) => !path.startsWith('node_modules/.cache')));
}

function readIfThere(stage: Stage, name: string): string | undefined {
  const path = join(stage.cwd, name);
  return existsSync(path) ? insertNames(stage, readFileSync(path, 'utf8')) : undefined;
}
