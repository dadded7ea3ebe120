import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositories } from './sdks.js';

/** Reads files of public repositories, `openai:api.md`, at their commits, each of which is fetched once. */
export class Repositories {
  readonly #cache: string;

  constructor(cache: string) {
    this.#cache = cache;
  }

  /** The text of a file. */
  read(file: string): string {
    const { folder, commit, path } = this.#fetch(file);
    return this.#git(folder, 'show', `${commit}:${path}`);
  }

  /** The texts of all files in a folder whose names end like that. */
  readAll(files: string, ending: string): readonly string[] {
    const { folder, commit, path } = this.#fetch(files);
    const names = this.#git(folder, 'ls-tree', '-r', '--name-only', commit, `${path}/`).split('\n');
    return names.filter((name) => name.endsWith(ending)).map((name) => this.#git(folder, 'show', `${commit}:${name}`));
  }

  #fetch(file: string): { readonly folder: string; readonly commit: string; readonly path: string } {
    const [name = '', path = ''] = file.split(':');
    const [repository = '', commit = ''] = repositories[name]?.split('@') ?? [];
    const folder = join(this.#cache, repository.replace('/', '+'));
    const isThere = spawnSync('git', ['--git-dir', folder, 'cat-file', '-e', `${commit}^{tree}`]).status === 0;
    if (!isThere) {
      execFileSync('git', ['init', '--quiet', '--bare', folder]);
      this.#git(folder, 'fetch', '--quiet', '--depth=1', `https://github.com/${repository}.git`, commit);
    }
    return { folder, commit, path };
  }

  #git(folder: string, ...args: readonly string[]): string {
    return execFileSync('git', ['--git-dir', folder, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  }
}
