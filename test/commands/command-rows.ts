import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readYaml } from '../rows.js';
import { root } from '../rules/sources.js';
import { checkJson, checkText, type Expected } from './expected.js';
import { playMock, type MockStep } from './mock-steps.js';
import { runCommand, wrongUsage } from './run-command.js';
import { fill, show, type Stage } from './stage.js';
import { serveReplies, type Replies } from './scripted-service.js';

/** Changes of a project, then a call, then what it comes to. Without `code` it ends with 0, and without `err` it then complains of nothing. */
interface Step extends MockStep {
  /**
   * What a service on this machine responds with from now on, by `GET /path?a=1`, `/path` or `any`, or that it keeps pets. Its host is
   * `<service>` in all texts, that of a mock `<mock>`.
   */
  readonly serve?: Replies | 'pets' | undefined;
  /** Requests that the service got since a step asked this. */
  readonly seen?: readonly object[];
  /** Texts by path; what is no text is written as JSON. */
  readonly write?: Readonly<Record<string, string | object>>;
  /** Files of this repository, by the path that they are copied to. */
  readonly copy?: Readonly<Record<string, string>>;
  /** What is replaced in files, and by what. */
  readonly change?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly remove?: readonly string[];
  /** `generate --check`, or a list where an argument has spaces; `<root>` stands for this repository, `<cwd>` for the folder of the project. */
  readonly run?: string | readonly string[];
  /** Lines that are typed where it asks; `out` has its questions, too. */
  readonly replies?: readonly string[];
  /** The folder that it is called in. */
  readonly in?: string;
  readonly code?: number;
  /** The message of wrong usage. */
  readonly usage?: string;
  readonly files?: Readonly<Record<string, Expected>>;
  /** Names in folders. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** A text that no file in a folder has. */
  readonly hides?: { readonly folder: string; readonly text: string };
  /** The folder whose files the call leaves as they are. */
  readonly unchanged?: string;
}

/** One call, or several in a row. A list is a call and its message of wrong usage. */
type CommandRow =
  | (Step & { readonly name: string; readonly steps?: readonly Step[] })
  | readonly [call: string | readonly string[], message: string];

/** Rows, or rows that have some members in common. */
type CommandTable = readonly CommandRow[] | { readonly each: Step; readonly rows: readonly CommandRow[] };

/** The files that each row starts with, beside tables by their titles. */
type CommandTables = { readonly project?: NonNullable<Step['write']> } & Readonly<Record<string, CommandTable>>;

/**
 * Tests all tables of the YAML file beside a test but `project`: each row starts with the files that `project` has, in a folder of
 * its own.
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
    writeTexts(cwd, { [path]: fill(stage, typeof text === 'string' ? text : JSON.stringify(text)) });
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
    checkJson(JSON.parse(show(stage, JSON.stringify(stage.service?.seen.splice(0)))), step.seen);
}

async function checkCall(stage: Stage, step: Step, [command = '', ...args]: readonly string[]): Promise<void> {
  const ran = await runCommand(command, {
    args: args.map((arg) => fill(stage, arg)),
    cwd: join(stage.cwd, step.in ?? ''),
    replies: step.replies,
    // A `mock` that serves ends at once.
    signal: AbortSignal.abort(),
  });
  if (step.usage !== undefined) return expect(ran).toEqual(wrongUsage(command, step.usage));
  const [out = '', err = ''] = [ran.out, ran.err].map((text) => show(stage, text));
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
  return existsSync(path) ? show(stage, readFileSync(path, 'utf8')) : undefined;
}
