import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { committed, pages, readWithoutFences, publishedPages } from './pages.js';
import { root } from './sources.js';

/** Addresses of the repository on the web, to which pages on npm link. */
const web = /^https:\/\/github\.com\/speccast\/speccast\/(?:blob|tree)\/(?:main|HEAD)\//;

/** Lists the targets of the links of a page: `[text](target)` and `[name]: target`. */
function listLinks(page: string): readonly string[] {
  const text = readWithoutFences(page).replace(/`[^`\n]*`/g, '');
  const found = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/^\[[^\]]+\]: (\S+)$/gm)];
  return found.map(([, target = '']) => target);
}

/** Lists the anchors that GitHub gives to the headings of a page. */
function listAnchors(page: string): ReadonlySet<string> {
  const headings = [...readWithoutFences(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toSlug(heading));
  const repeated = headings.map((slug, index) => {
    const before = headings.slice(0, index).filter((one) => one === slug).length;
    return before === 0 ? slug : `${slug}-${before}`;
  });
  return new Set(repeated);
}

/** Converts a heading to its anchor: `What's new? (1.1)` → `whats-new-11`. */
function toSlug(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`\\]/g, '');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Returns the file and the anchor of a link to this repository; `undefined` for other sites. */
function resolveLink(page: string, link: string): { readonly path: string; readonly anchor: string } | undefined {
  const [address = '', anchor = ''] = link.split('#', 2);
  if (web.test(address)) return { path: address.replace(web, ''), anchor };
  if (/^[a-z]+:/.test(address)) return undefined;
  return { path: address === '' ? page : normalize(join(dirname(page), address)), anchor };
}

/** Returns the reason why a link is broken; `undefined` if it is not. */
function findFault(page: string, link: string): string | undefined {
  const target = resolveLink(page, link);
  if (target === undefined) return undefined;
  if (!existsSync(join(root, target.path))) return `${page}: ${link}: no such file`;
  if (target.anchor === '' || statSync(join(root, target.path)).isDirectory()) return undefined;
  return listAnchors(target.path).has(target.anchor) ? undefined : `${page}: ${link}: no such heading`;
}

test('every link between pages resolves, and every anchor is a heading', () => {
  const links = pages.flatMap((page) => listLinks(page).map((link) => ({ page, link })));
  expect(links.length).toBeGreaterThan(150);
  expect(links.flatMap(({ page, link }) => findFault(page, link) ?? [])).toEqual([]);
});

test.each(publishedPages)('the links of %s work away from the repository', (page) => {
  expect(listLinks(page).filter((link) => !/^(?:https:|#)/.test(link))).toEqual([]);
});

const guides = ['generator', 'specs', 'templates/runtime', 'templates/emulator'];

test.each(guides)('the contents of %s/README.md list every page of its folder `docs`', (folder) => {
  const page = `${folder}/README.md`;
  const [, list = ''] = readWithoutFences(page).match(/^## Contents$([^]*?)^## /m) ?? [];
  const listed = [...list.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => resolveLink(page, link)?.path);
  const below = pages.filter((one) => one.startsWith(`${folder}/docs/`));
  expect(below.length).toBeGreaterThan(5);
  expect(listed.filter((one) => one !== page).toSorted()).toEqual(below.toSorted());
});

test('every path that CONTRIBUTING.md names exists', () => {
  const paths = [
    ...readWithoutFences('CONTRIBUTING.md').matchAll(/`((?:generator|templates|test|specs|\.github|\.ci)\/[^`]*)`/g),
  ];
  const files = committed();
  const missing = paths
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('<') && !files.some((file) => matches(file, path)));
  expect(paths.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

/** Tells whether a file is the one that a path names, or in its folder; `*` stands for any text in a name. */
function matches(file: string, path: string): boolean {
  const pattern = path.replace(/\/$/, '').replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*');
  return new RegExp(`^${pattern}(?:$|/)`).test(file) || (path.endsWith('*') && new RegExp(`^${pattern}`).test(file));
}
