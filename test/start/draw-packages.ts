import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Kinds of what is in a package, and the paths that they are at. */
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

/** What is in a generated package, as lines with bars: the files that its `.speccast.json` lists. */
export function drawPackage(folder: string): readonly string[] {
  const { files }: { files: object } = JSON.parse(readFileSync(join(folder, '.speccast.json'), 'utf8'));
  const sizes = Object.keys(files).map((path) => [path, statSync(join(folder, path)).size] as const);
  const sumOf = (path: RegExp): number =>
    sizes.filter(([name]) => path.test(name)).reduce((sum, [, size]) => sum + size, 0);
  const rows = kinds.map(([name, path]) => [name, sumOf(path)] as const);
  const most = Math.max(...rows.map(([, size]) => size));
  return [
    `${sizes.length} files, ${kilobytes(sumOf(/^/))}`,
    ...rows.map(
      ([name, size]) =>
        `${name.padEnd(11)}${'█'.repeat(Math.ceil((LONGEST_BAR * size) / most)).padEnd(LONGEST_BAR)} ${kilobytes(size).padStart(7)}`,
    ),
  ];
}

/** The size of what a spec was written in, with its overlays. */
export function sizeOfSpecs(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'));
  return `${files.length} files, ${kilobytes(files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0))}`;
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;
}
