import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readYaml } from '../../rows.js';

/** A package that Stainless made, whose document is public. Files are `<name of a repository>:<path>`. */
export interface PublicSdk {
  readonly name: string;
  /** Where its calls are listed; some have a page for each resource besides. */
  readonly pages: readonly string[];
  /** The folder of its tests, which call each of them with values. */
  readonly tests: string;
  readonly document: string;
  /** Its configuration, where that is public; otherwise one is derived from the pages. */
  readonly settings?: string;
  /** Calls that the package does not have, with the reason. */
  readonly missing: { readonly [path: string]: string };
  /** Calls that it has, with values that its tests pass and the document does not take. */
  readonly differs: { readonly [path: string]: string };
}

const stated: {
  readonly sdks: readonly PublicSdk[];
  /** By name: `<owner>/<name>@<commit>`. */
  readonly repositories: { readonly [name: string]: string };
} = readYaml(new URL('sdks.yaml', import.meta.url));

/** The packages that are compared. */
export const sdks: readonly PublicSdk[] = stated.sdks;

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
    const [repository = '', commit = ''] = stated.repositories[name]?.split('@') ?? [];
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
