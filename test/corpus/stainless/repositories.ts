import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readYaml } from '../../rows.js';

/** A package that Stainless has generated from a public document. Files are `<name of a repository>:<path>`. */
export interface PublicSdk {
  readonly name: string;
  /** Pages that list its calls: `api.md`, and in some packages a page for each resource. */
  readonly pages: readonly string[];
  /** Folder of its tests, which make the same calls with values. */
  readonly tests: string;
  readonly document: string;
  /** Its configuration, if that is public. Otherwise one is derived from the pages. */
  readonly settings?: string;
  /** Calls that our package does not have, with the reason. */
  readonly missing: { readonly [path: string]: string };
  /** Calls of its tests with values that the document does not allow, with the reason. */
  readonly differs: { readonly [path: string]: string };
}

const stated: {
  readonly sdks: readonly PublicSdk[];
  /** By name: `<owner>/<name>@<commit>`. */
  readonly repositories: { readonly [name: string]: string };
} = readYaml(new URL('sdks.yaml', import.meta.url));

/** All packages of `sdks.yaml`. */
export const sdks: readonly PublicSdk[] = stated.sdks;

/** Reader of files in public repositories, `openai:api.md`. Each commit is fetched once. */
export class Repositories {
  readonly #cache: string;

  constructor(cache: string) {
    this.#cache = cache;
  }

  /** Reads a file. */
  read(file: string): string {
    const { folder, commit, path } = this.#fetch(file);
    return this.#git(folder, 'show', `${commit}:${path}`);
  }

  /** Reads all files of a folder whose names have an ending. */
  readAll(files: string, ending: string): readonly string[] {
    const { folder, commit, path } = this.#fetch(files);
    const names = this.#git(folder, 'ls-tree', '-r', '--name-only', commit, `${path}/`).split('\n');
    return names.filter((name) => name.endsWith(ending)).map((name) => this.#git(folder, 'show', `${commit}:${name}`));
  }

  #fetch(file: string): { readonly folder: string; readonly commit: string; readonly path: string } {
    const [name = '', path = ''] = file.split(':');
    const [repository = '', commit = ''] = stated.repositories[name]?.split('@') ?? [];
    const folder = join(this.#cache, repository.replace('/', '+'));
    const isFetched = spawnSync('git', ['--git-dir', folder, 'cat-file', '-e', `${commit}^{tree}`]).status === 0;
    if (!isFetched) {
      execFileSync('git', ['init', '--quiet', '--bare', folder]);
      this.#git(folder, 'fetch', '--quiet', '--depth=1', `https://github.com/${repository}.git`, commit);
    }
    return { folder, commit, path };
  }

  #git(folder: string, ...args: readonly string[]): string {
    return execFileSync('git', ['--git-dir', folder, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  }
}
