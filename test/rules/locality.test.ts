import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runTarget } from '../../generator/commands/generate/run-target.js';
import { configTargets } from '../../generator/commands/sources/targets.js';
import { KEPT } from '../../generator/output/write/manifest.js';
import type { TextFile } from 'speccast';
import { readTool } from '../../generator/output/read-tool.js';
import { root, textOf } from './sources.js';

const tool = readTool();
const spec = textOf('specs/video-platform/openapi.yaml');
let before: readonly TextFile[];

beforeAll(async () => {
  before = await generateVideoPlatform(spec);
}, 120_000);

/** The package of this text and the overlays of the service, in a folder of its own. */
async function generateVideoPlatform(text: string): Promise<readonly TextFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'speccast-locality-'));
  try {
    cpSync(join(root, 'specs'), join(folder, 'specs'), { recursive: true });
    writeFileSync(join(folder, 'specs/video-platform/openapi.yaml'), text);
    const [target] = configTargets(folder, 'specs/speccast.yaml', ['video-platform']).targets;
    if (target === undefined) throw new Error('there is no video-platform');
    const { files, diagnostics } = await runTarget(target, { tool });
    expect(diagnostics).toEqual([]);
    // What is kept is made once: later changes leave it as it is.
    return files.filter(({ path }) => !KEPT.has(path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Number of lines that are not the same, by file. */
function changedLines(before: readonly TextFile[], after: readonly TextFile[]): Readonly<Record<string, number>> {
  const old = new Map(before.map((file) => [file.path, file.text.split('\n')]));
  const changed = after.flatMap(({ path, text }) => {
    const lines = old.get(path);
    const count = text.split('\n').filter((line, index) => line !== lines?.[index]).length;
    return count === 0 ? [] : [[path, count] as const];
  });
  return Object.fromEntries(changed);
}

describe('a change of one word in a spec', () => {
  test('of a description is one line in each file that shows it, and the hash of the document', async () => {
    expect(spec.split('Deletes a caption track.')).toHaveLength(2);
    const after = await generateVideoPlatform(spec.replace('Deletes a caption track.', 'Removes a caption track.'));
    expect(after.map((file) => file.path)).toEqual(before.map((file) => file.path));
    expect(changedLines(before, after)).toEqual({
      'api.md': 1,
      'llms.txt': 1,
      'openapi.json': 1,
      'src/client/captions.ts': 2,
      'src/spec.ts': 1,
    });
  }, 120_000);
});

/** Number of lines that are new or no longer there, by file; the same lines in other places do not count. */
function addedLines(before: readonly TextFile[], after: readonly TextFile[]): Readonly<Record<string, number>> {
  const old = new Map(before.map((file) => [file.path, file.text.split('\n')]));
  const added = after.flatMap(({ path, text }) => {
    const [now, then] = [text.split('\n'), old.get(path) ?? []];
    const count = Math.max(without(now, then).length, without(then, now).length);
    return count === 0 ? [] : [[path, count] as const];
  });
  return Object.fromEntries(added);
}

/** The lines of one list that another has not as many of. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** With one property more it is judged in the same form: from 8 optional ones on, another form is faster. */
const schema = 'SubscriptionSnippet';

test('a new property changes no more than what names it', async () => {
  const head = `    ${schema}:\n`;
  const at = spec.indexOf('      properties:\n', spec.indexOf(head)) + '      properties:\n'.length;
  expect(spec.split(head)).toHaveLength(2);
  const subtitle = '        subtitle: { type: string, x-source: "video-platform.md:30" }\n';
  const after = await generateVideoPlatform(spec.slice(0, at) + subtitle + spec.slice(at));
  expect(after.map((file) => file.path)).toEqual(before.map((file) => file.path));
  expect(addedLines(before, after)).toEqual({
    'api.md': 2,
    'openapi.json': 1,
    'src/models/subscriptions.ts': 1,
    'src/spec.ts': 1,
    'src/validators/subscriptions.ts': 2,
  });
}, 120_000);

test('the same input gives the same bytes', async () => {
  expect(before.length).toBeGreaterThan(50);
  expect(await generateVideoPlatform(spec)).toEqual(before);
}, 120_000);
