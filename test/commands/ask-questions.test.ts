import { expect, test } from 'vitest';
import { askQuestions } from '../../generator/commands/init/ask-questions.js';
import { openProject } from '../../generator/commands/init/open-project.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';
import { readRows } from '../rows.js';

/** Asks in a project with this package.json; gives what was asked, and what came of it. */
async function askIn(packageJson: string, replies: readonly string[], isChosen = false): Promise<object> {
  const folder = temporaryFolder();
  writeTexts(folder, { 'package.json': packageJson });
  const project = openProject(folder, { nameOf: (path) => path });
  if ('diagnostics' in project) throw new Error('the project cannot be opened');
  const left = [...replies];
  const asked: string[] = [];
  const ask = async (question: string): Promise<string> => {
    asked.push(question.split(/[ ,]/, 1)[0] ?? '');
    return left.shift() ?? '';
  };
  const console = { out: () => {}, err: () => {}, interactive: true, ask };
  return { replies: await askQuestions(console, { project, isChosen }), asked };
}

test.each(
  readRows(import.meta.url).rows<readonly [string, readonly string[], object]>('in a project with , are the replies'),
)('in a project with %s, %j are the replies', async (packageJson, replies, want) => {
  expect(await askIn(packageJson, replies)).toEqual(want);
});

test('nothing is asked that a flag says', async () => {
  expect(await askIn('{ "author": "Me", "license": "ISC" }', [], true)).toEqual({ replies: {}, asked: [] });
});
