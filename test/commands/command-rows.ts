import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTexts, temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { isJsonObject as isObject } from '@speccast/runtime';
import { readYaml } from '../rows.js';
import { root } from '../rules/sources.js';
import { runCommand, wrongUsage } from './run-command.js';

/** What a text must be: itself, one that matches, one with all of these parts, JSON with these members, or `null` where there is no file. */
type Expected = string | RegExp | null | readonly (string | RegExp | { readonly not: string })[] | object;

/** Changes of a project, then a call, then what it comes to. Without `code` it ends with 0, and without `err` it then complains of nothing. */
interface Step {
  /** Texts by path; what is no text is written as JSON. */
  readonly write?: Readonly<Record<string, string | object>>;
  /** Files of this repository, by the path that they are copied to. */
  readonly copy?: Readonly<Record<string, string>>;
  /** What is replaced in files, and by what. */
  readonly change?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly remove?: readonly string[];
  /** `generate --check`, or a list where an argument has spaces; `<root>` stands for this repository. */
  readonly run?: string | readonly string[];
  /** Lines that are typed where it asks; `out` has its questions, too. */
  readonly replies?: readonly string[];
  /** The folder that it is called in. */
  readonly in?: string;
  readonly code?: number;
  /** With `<cwd>` for the folder of the project. */
  readonly out?: Expected;
  readonly err?: Expected;
  /** The message of wrong usage. */
  readonly usage?: string;
  readonly files?: Readonly<Record<string, Expected>>;
  /** Names in folders. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
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
        const cwd = temporaryFolder();
        await runStep(cwd, { write: { 'node_modules/.keep': '', ...project } });
        for (const step of steps) await runStep(cwd, step);
      });
    });
}

function toSteps(row: CommandRow, each: Step): readonly [name: string, steps: readonly Step[]] {
  if (!('name' in row)) return [`${[row[0]].flat().join(' ')}: ${row[1]}`, [{ run: row[0], usage: row[1] }]];
  const { name, steps = [], ...first } = row;
  return [name, [{ ...each, ...first }, ...steps]];
}

async function runStep(cwd: string, step: Step): Promise<void> {
  const { write = {}, copy = {}, change = {}, remove = [], run, unchanged } = step;
  for (const path of remove) rmSync(join(cwd, path), { recursive: true });
  for (const [path, from] of Object.entries(copy)) cpSync(join(root, from), join(cwd, path), { recursive: true });
  for (const [path, text] of Object.entries(write))
    writeTexts(cwd, { [path]: typeof text === 'string' ? text : JSON.stringify(text) });
  for (const [path, replacements] of Object.entries(change))
    for (const [from, to] of Object.entries(replacements)) {
      const text = readFileSync(join(cwd, path), 'utf8');
      expect(text).toContain(from);
      writeTexts(cwd, { [path]: text.replaceAll(from, () => to) });
    }
  const before = unchanged === undefined ? {} : textsBelow(join(cwd, unchanged));
  if (run !== undefined) await checkCall(cwd, step, typeof run === 'string' ? run.split(' ') : run);
  if (unchanged !== undefined) expect(textsBelow(join(cwd, unchanged))).toEqual(before);
  for (const [path, want] of Object.entries(step.files ?? {})) checkText(readIfThere(join(cwd, path)), want);
  for (const [path, names] of Object.entries(step.lists ?? {}))
    expect(
      readdirSync(join(cwd, path))
        .filter((name) => name !== 'node_modules')
        .toSorted(),
    ).toEqual(names);
}

async function checkCall(cwd: string, step: Step, [command = '', ...args]: readonly string[]): Promise<void> {
  const ran = await runCommand(command, {
    args: args.map((arg) => arg.replace('<root>', root)),
    cwd: join(cwd, step.in ?? ''),
    replies: step.replies,
  });
  if (step.usage !== undefined) return expect(ran).toEqual(wrongUsage(command, step.usage));
  const [out, err] = [ran.out, ran.err].map((text) => text.replaceAll(cwd, '<cwd>'));
  const { code = 0 } = step;
  expect({ code: ran.code, err: ran.code === code ? '' : ran.err }).toEqual({ code, err: '' });
  if (step.err !== undefined) checkText(err, step.err);
  else if (code === 0) expect(err?.replace(/^next: .*\n/m, '')).toBe('');
  if (step.out !== undefined) checkText(out, step.out);
}

function checkText(text: string | undefined, want: Expected): void {
  if (want === null || typeof want === 'string') return expect(text).toBe(want ?? undefined);
  if (want instanceof RegExp) return expect(text).toMatch(want);
  if (!Array.isArray(want)) return expect(pick(JSON.parse(text ?? ''), want)).toEqual(toMatchers(want));
  for (const part of want) {
    if (typeof part === 'string') expect(text).toContain(part);
    else if (part instanceof RegExp) expect(text).toMatch(part);
    else expect(text).not.toContain(part.not);
  }
}

/** What a value has of the members of another, at any depth: those that are `!undefined` there must be missing. */
function pick(value: unknown, want: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(want)) return value.map((one, index) => pick(one, want[index]));
  if (!isObject(value) || !isObject(want)) return value;
  return Object.fromEntries(Object.keys(want).map((key) => [key, pick(value[key], want[key])]));
}

/** Takes regular expressions in a value for what texts there match. */
function toMatchers(value: unknown): unknown {
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (Array.isArray(value)) return value.map(toMatchers);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toMatchers(one)]));
}

function textsBelow(folder: string): Readonly<Record<string, string>> {
  const texts = existsSync(folder) ? readTexts(folder) : {};
  return Object.fromEntries(Object.entries(texts).filter(([path]) => !path.startsWith('node_modules/.cache')));
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
