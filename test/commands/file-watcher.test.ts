import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FileWatcher, type FileWatcherOptions } from '../../generator/commands/watch/file-watcher.js';
import { temporaryFolder, writeTexts } from '../output/temporary-folder.js';

/** A watcher, and the events that it has reported. */
interface Observed {
  readonly watcher: FileWatcher;
  readonly problems: readonly string[];
  /** Waits until a change of a path is reported, and then forgets all reported changes. */
  readonly next: (path: string) => Promise<void>;
}

function startWatcher(root: string, more: Partial<FileWatcherOptions> = {}): Observed {
  const changes = new Set<string>();
  const problems: string[] = [];
  let wake = (): void => {};
  const watcher = new FileWatcher({
    root,
    onChange(path) {
      changes.add(path);
      wake();
    },
    onProblem: (folder, { message }) => void problems.push(`${folder}: ${message}`),
    ...more,
  });
  onTestFinished(() => watcher.close());
  return {
    watcher,
    problems,
    async next(path) {
      while (!changes.has(path)) await new Promise<void>((resolve) => (wake = resolve));
      changes.clear();
    },
  };
}

describe('FileWatcher', () => {
  test('reports a file that changes, is removed, appears, or appears together with its folder', async () => {
    const root = temporaryFolder();
    const [file, far] = [join(root, 'a/file'), join(root, 'b/c/far')];
    writeTexts(root, { 'a/file': '1' });
    const { watcher, next } = startWatcher(root);
    watcher.watch([file, far]);
    writeFileSync(file, '2');
    await next(file);
    rmSync(file);
    await next(file);
    writeTexts(root, { 'b/c/far': '1' });
    await next(far);
    renameSync(join(root, 'a'), join(root, 'old'));
    await next(file);
    mkdirSync(join(root, 'a'));
    await next(file);
    writeFileSync(file, '3');
    await next(file);
  });

  test('polls files if the system refuses to watch, and reports that once', async () => {
    const root = temporaryFolder();
    const file = join(root, 'a/file');
    writeTexts(root, { 'a/file': '1' });
    const refuse = (): never => {
      throw new Error('ENOSPC: System limit for number of file watchers reached');
    };
    const { watcher, next, problems } = startWatcher(join(root, 'a'), { open: refuse });
    watcher.watch([file]);
    for (const text of ['22', '333']) {
      writeFileSync(file, text);
      await next(file);
      watcher.watch([file]);
    }
    expect(problems).toEqual([`${join(root, 'a')}: ENOSPC: System limit for number of file watchers reached`]);
  });
});
