import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import type { SourceFile } from 'speccast/emitter';
import { Diagnostics, readSpec } from '../../spec/read-text.js';
import { printVerified } from '../../../generator/output/print/print-package.js';

/** A spec whose title, on line 3, is a text that some escaper keeps inside a literal or a comment. */
async function buildWithout(text: string, body: (text: string) => string): Promise<readonly string[]> {
  const diagnostics = new Diagnostics();
  const spec = `openapi: 3.1.0\ninfo:\n  title: ${JSON.stringify(text)}\n  version: '1'\npaths: {}\n`;
  const document = readSpec({ file: 'spec.yaml', text: spec }, { readFile: () => undefined, diagnostics });
  if (document === undefined) throw new Error('the spec was refused');
  const file: SourceFile = { kind: 'source', path: 'src/a.ts', imports: [], body: [body(text)] };
  const source = { command: 'speccast generate' };
  await printVerified([file], ['src/a.ts'], { source, format: true, document, diagnostics });
  return diagnostics.list.map(printDiagnostic);
}

describe('where an escaper is missing, the build fails at the place of the text in the spec', () => {
  test.each([
    ['of strings', "';evil('x');'", (text: string) => `export const title: string = '${text}';`],
    ['of strings in double quotes', '";evil("x");"', (text: string) => `export const title: string = "${text}";`],
    ['of template literals', '${evil(1)}', (text: string) => `export const title: string = \`${text}\`;`],
    ['of keys', 'a: 1, [evil(1)]', (text: string) => `export const titles: Json = { ${text}: 1 };`],
    ['of names', 'a = evil(1), b', (text: string) => `export const ${text} = 1;`],
    ['of numbers', '0 + evil(1)', (text: string) => `export const title: number = ${text};`],
    ['of regular expressions', 'a/.test(evil(1)); /b', (text: string) => `export const title: unknown = /${text}/;`],
    ['of comments', '*/ evil(1); /*', (text: string) => `/** ${text} */\nexport const title = 1;`],
    ['of lines', '\nevil(1);', (text: string) => `// ${text}\nexport const title = 1;`],
    ['of directives', '@ts-ignore', (text: string) => `/** ${text} */\nexport const title = 1;`],
    ['of paths', '../../../evil.js', (text: string) => `export { a } from '${text}';`],
    ['of types', "typeof import('evil')", (text: string) => `export type Title = ${text};`],
  ])('%s', async (_, text, body) => {
    const messages = await buildWithout(text, body);
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages)
      expect(message).toMatch(
        /^spec\.yaml:3:10 error text-became-code: This text would run as code in src\/a\.ts:\d+ \(/,
      );
  });
});

describe('where the output does not even parse, the build fails', () => {
  test.each([
    ['a string', "pet's", (text: string) => `export const title: string = '${text}';`],
    ['a line end in a string', "a\n'b'", (text: string) => `export const title: string = '${text}';`],
    ['a comment', '*/ the pets /*', (text: string) => `/** ${text} */\nexport const title = 1;`],
    ['a template literal', '`pets', (text: string) => `export const title: string = \`${text}\`;`],
    ['a name', 'pets & dogs', (text: string) => `export const ${text} = 1;`],
    ['a regular expression', '[/]pets/', (text: string) => `export const title: unknown = /(/${text}/;`],
  ])('at the place of the text in the spec, in %s', async (_, text, body) => {
    const [message, ...others] = await buildWithout(text, body);
    expect(others).toEqual([]);
    expect(message).toMatch(
      /^spec\.yaml:3:10 error text-became-code: This text would run as code in src\/a\.ts:\d+ \(does not parse: .+\)/,
    );
  });

  test('with the line of the file where no text of the spec is in it', async () => {
    await expect(buildWithout('Pets', () => 'export const = 1;')).rejects.toThrow(
      /^src\/a\.ts:3 does not parse: .+: export const = 1;$/,
    );
  });
});
