import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { PublicFile } from './sdks.js';

/** Reads files of public repositories at their commits, each of which is fetched once. */
export class Repositories {
  readonly #cache: string;

  constructor(cache: string) {
    this.#cache = cache;
  }

  /** The text of a file. */
  read({ repository, commit, path }: PublicFile): string {
    return this.#git(this.#fetched(repository, commit), 'show', `${commit}:${path}`);
  }

  /** The texts of all files in a folder whose names end like that. */
  readAll(folder: PublicFile, ending: string): readonly string[] {
    const { repository, commit, path } = folder;
    const names = this.#git(this.#fetched(repository, commit), 'ls-tree', '-r', '--name-only', commit, `${path}/`);
    const chosen = names.split('\n').filter((name) => name.endsWith(ending));
    return chosen.map((name) => this.read({ ...folder, path: name }));
  }

  #fetched(repository: string, commit: string): string {
    const folder = join(this.#cache, repository.replace('/', '+'));
    const isThere = spawnSync('git', ['--git-dir', folder, 'cat-file', '-e', `${commit}^{tree}`]).status === 0;
    if (isThere) return folder;
    execFileSync('git', ['init', '--quiet', '--bare', folder]);
    this.#git(folder, 'fetch', '--quiet', '--depth=1', `https://github.com/${repository}.git`, commit);
    return folder;
  }

  #git(folder: string, ...args: readonly string[]): string {
    return execFileSync('git', ['--git-dir', folder, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  }
}
