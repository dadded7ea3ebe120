import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Kinds of files of a generated package, each with a pattern of their paths. */
const kinds: readonly (readonly [name: string, path: RegExp])[] = [
  ['types', /^src\/(?:models|operations)\//],
  ['client', /^src\/(?:client\/|index\.ts|operations\.ts|node\.ts)/],
  ['validators', /^src\/validators\//],
  ['emulator', /^src\/(?:mocks|conformance)\//],
  ['surfaces', /^src\/(?:(?:cli|mcp|server-types|tanstack)\/|(?:operation-table|tools)\.ts)/],
  ['document', /^(?:openapi\.json|src\/spec\.ts)$/],
  ['docs', /\.(?:md|txt)$/],
];

const LONGEST_BAR = 40;

/** Draws the sizes of the files that `.speccast.json` of a generated package lists, a line with a bar for each kind: `client ████ 72 kB`. */
export function drawPackage(folder: string): readonly string[] {
  const { files }: { files: object } = JSON.parse(readFileSync(join(folder, '.speccast.json'), 'utf8'));
  const sizes = Object.keys(files).map((path) => [path, statSync(join(folder, path)).size] as const);
  const sumSizes = (path: RegExp): number =>
    sizes.filter(([name]) => path.test(name)).reduce((sum, [, size]) => sum + size, 0);
  const rows = kinds.map(([name, path]) => [name, sumSizes(path)] as const);
  const most = Math.max(...rows.map(([, size]) => size));
  return [
    `${sizes.length} files, ${toKilobytes(sumSizes(/^/))}`,
    ...rows.map(
      ([name, size]) =>
        `${name.padEnd(11)}${'█'.repeat(Math.ceil((LONGEST_BAR * size) / most)).padEnd(LONGEST_BAR)} ${toKilobytes(size).padStart(7)}`,
    ),
  ];
}

/** Returns number and size of the YAML files of a spec: `12 files, 140 kB`. */
export function measureSpec(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'));
  return `${files.length} files, ${toKilobytes(files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0))}`;
}

function toKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;
}
