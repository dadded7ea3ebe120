import * as fc from 'fast-check';
import { parsers } from 'prettier/plugins/markdown';
import { describe, expect, test } from 'vitest';
import { descriptionBlocks, descriptionLine } from '../../../generator/emit/package/description.js';
import { printTableRows } from 'speccast/emitter';
import { provePage } from '../../../generator/output/prove/prove-page.js';
import MarkdownIt from 'markdown-it';
import { readRows } from '../../rows.js';

const { rows, table } = readRows(import.meta.url);

function printBlocks(text: string): string {
  return descriptionBlocks(text)
    .map((block) => block.text)
    .join('\n\n');
}

describe('blocks of a description are kept:', () => {
  table('%s', (_: string, given: string, want: string) => expect(printBlocks(given)).toBe(want));
});

describe('blocks that would disturb the page are replaced:', () => {
  test.each(rows<readonly [string, string, string]>('%s (2)'))('%s', (_, given, want) =>
    expect(printBlocks(given)).toBe(want),
  );
});

describe('a description in one line:', () => {
  test.each(rows<readonly [string, string, string]>('%s (3)'))('%s', (_, given, want) =>
    expect(descriptionLine(given).text).toBe(want),
  );
});

describe('a long description', () => {
  test('is cut after a block', () => {
    const paragraph = `${'word '.repeat(99)}end.`;
    const blocks = descriptionBlocks(Array.from({ length: 20 }, () => paragraph).join('\n\n')).map(({ text }) => text);
    expect(blocks).toEqual([...Array.from({ length: 7 }, () => paragraph), '…']);
  });

  test('is cut inside a block if it has only one', () => {
    const blocks = printBlocks('word '.repeat(100_000));
    expect(blocks.endsWith('word\n\n…')).toBe(true);
    expect(blocks.length).toBeLessThan(4100);
    expect(descriptionLine('word '.repeat(100_000)).text.endsWith('word …')).toBe(true);
  });

  test('is cut inside a list or a fence, which is closed', () => {
    expect(printBlocks('- item\n'.repeat(2000)).endsWith('- item\n\n…')).toBe(true);
    expect(printBlocks(`\`\`\`\n${'code\n'.repeat(2000)}`).endsWith('code\n```\n\n…')).toBe(true);
  });

  test.each([
    ['10 MB', 'Some *text* with `code` and | bars. '.repeat(300_000)],
    ['brackets', '['.repeat(100_000)],
    ['quotes', '>'.repeat(10_000)],
    ['lists', '- '.repeat(100_000)],
    ['columns', `${'|a'.repeat(700)}\n${'|-'.repeat(700)}\n${'a\n'.repeat(500)}`],
    ['references', `[a]: https://x.example/${'b'.repeat(1000)}\n\n${'[a]'.repeat(900)}`],
    ['levels', Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
  ])('of %s is cut in a short time', (_, text) => {
    // The CPU time of this process, because other processes may use the machine.
    const start = process.cpuUsage();
    expect(printBlocks(text).length).toBeLessThan(20_000);
    expect(descriptionLine(text).text.length).toBeLessThan(20_000);
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(2);
  });
});

test('blocks that are nested too deeply are shown as text', () => {
  expect(printBlocks(`${'> '.repeat(60)}deep`)).toContain('deep');
});

/** A node of the Markdown syntax tree of prettier's parser. */
interface PageNode {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly depth?: number;
  readonly children?: readonly PageNode[];
}

function* walk(node: PageNode): Iterable<PageNode> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}

const pieces: readonly string[] = [
  [
    '\n',
    '\n\n',
    '  \n',
    '\t',
    '    ',
    '   ',
    '> ',
    '- ',
    '* ',
    '+ ',
    '1. ',
    '12) ',
    '-',
    '=',
    '===',
    '---',
    '***',
    '___',
  ],
  [
    '`',
    '``',
    '```',
    '````',
    '~~~',
    '~~',
    '*',
    '**',
    '_',
    '__',
    '[',
    ']',
    '](',
    ')',
    '![',
    '<',
    '>',
    '</',
    '-->',
    '<!--',
  ],
  [
    '<b>',
    '<div>',
    '<script>',
    '<https://x.example>',
    'https://x.example/a_b',
    'javascript:',
    'data:',
    '[a]: ',
    '[a]',
    '[^1]: ',
  ],
  [
    '|',
    '\\|',
    '|-|-|',
    '| a | b |\n|---|---|\n',
    '\\',
    '&',
    '&#10;',
    '&nbsp;',
    '&lt;',
    '#',
    '# ',
    '## a',
    '"',
    "'",
    '(',
    ':-',
    'a',
    'b c',
  ],
  [
    '\u202e',
    '\u00a0',
    '\ud800',
    'é',
    '😀',
    '\0',
    '\r\n',
    '"t")',
    '[a](https://x.example)',
    '![a](https://x.example/b.png)',
    '[x](y)',
  ],
].flat();

const texts = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((all) => all.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
);

const SENTINEL = 'The heading after it';

/** Builds a page with a description as blocks and in a cell of a table, and a heading after both. */
function pageWith(text: string): string {
  const table = printTableRows(['Name', 'Description'], [['`a`', descriptionLine(text).text]]).map((row) => row.text);
  return `# Page\n\n${printBlocks(text)}\n\n${table.join('\n')}\n\n## ${SENTINEL}\n\ntext\n`;
}

describe('for any description', () => {
  test('prettier finds the heading after it, and no HTML, pictures or links of other kinds', () => {
    fc.assert(
      fc.property(texts, (text) => {
        // as: the types of the parser require all options of prettier, and it uses none.
        const page = parsers.markdown.parse(pageWith(text), {} as never) as PageNode;
        const nodes = [...walk(page)];
        const headings = page.children?.filter(({ type }) => type === 'heading').map(({ depth }) => depth);
        expect(headings).toEqual([1, 2]);
        expect(nodes.filter(({ type }) => type === 'heading')).toHaveLength(2);
        expect(page.children?.at(-2)?.children?.[0]?.value).toBe(SENTINEL);
        expect(nodes.filter(({ type }) => ['html', 'image', 'imageReference', 'definition'].includes(type))).toEqual(
          [],
        );
        for (const { type, url = '' } of nodes) if (type === 'link') expect(url).toMatch(/^(?:https?:|mailto:|#)/i);
      }),
      { numRuns: 500 },
    );
  });

  test('a parser of CommonMark finds the same, and printing the blocks again changes nothing', () => {
    const markdown = new MarkdownIt({ html: true });
    fc.assert(
      fc.property(texts, (text) => {
        const tokens = markdown.parse(pageWith(text), {});
        expect(tokens.filter(({ type }) => type === 'heading_open').map(({ level, tag }) => [level, tag])).toEqual([
          [0, 'h1'],
          [0, 'h2'],
        ]);
        expect(tokens.filter(({ type, level }) => type === 'table_open' && level === 0).length).toBeGreaterThan(0);
        const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
        expect(all.filter(({ type }) => type.startsWith('html') || type === 'image')).toEqual([]);
        expect(printBlocks(printBlocks(text))).toBe(printBlocks(text));
      }),
      { numRuns: 500 },
    );
  });

  test('the proof of pages finds nothing in it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(provePage(pageWith(text))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
