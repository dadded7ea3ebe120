import { describe, expect, test } from 'vitest';
import { printDiagnostic } from 'speccast';
import type { SourceFile } from 'speccast/emitter';
import { printProven } from './print-proven.js';

/** Builds modules that contain the title of the spec without escaping it, and returns the diagnostics. */
async function buildUnescaped(
  title: string,
  ...bodies: readonly ((title: string) => string)[]
): Promise<readonly string[]> {
  const files = bodies.map((body, index): SourceFile => {
    const path = `src/${'abc'.charAt(index)}.ts`;
    return { kind: 'source', path, imports: [], body: [body(title)] };
  });
  const { diagnostics } = await printProven(files, { title });
  return diagnostics.map(printDiagnostic);
}

describe('without an escaper, the build fails at the position of the text in the spec:', () => {
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
    const messages = await buildUnescaped(text, body);
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages)
      expect(message).toMatch(
        /^spec\.yaml:3:10 error code-injection: this text would run as code in src\/a\.ts:\d+ \(/,
      );
  });
});

describe('if the output does not parse, the build fails', () => {
  test.each([
    ['a string', "pet's", (text: string) => `export const title: string = '${text}';`],
    ['a line end in a string', "a\n'b'", (text: string) => `export const title: string = '${text}';`],
    ['a comment', '*/ the pets /*', (text: string) => `/** ${text} */\nexport const title = 1;`],
    ['a template literal', '`pets', (text: string) => `export const title: string = \`${text}\`;`],
    ['a name', 'pets & dogs', (text: string) => `export const ${text} = 1;`],
    ['a regular expression', '[/]pets/', (text: string) => `export const title: unknown = /(/${text}/;`],
  ])('at the position of the text in the spec, in %s', async (_, text, body) => {
    const [message, ...others] = await buildUnescaped(text, body);
    expect(others).toEqual([]);
    expect(message).toMatch(
      /^spec\.yaml:3:10 error code-injection: this text would run as code in src\/a\.ts:\d+ \(does not parse: .+\)/,
    );
  });

  test('with the line of the file if it contains no text of the spec', async () => {
    await expect(buildUnescaped('Pets', () => 'export const = 1;')).rejects.toThrow(
      /^src\/a\.ts:3 does not parse: .+: export const = 1;$/,
    );
  });
});

describe('text that became code is found', () => {
  const becameCode = (line: number, reason: string): string =>
    `spec.yaml:3:10 error code-injection: this text would run as code in src/a.ts:${line} (${reason}); please report it`;

  test('if it is written with other quotes and spaces', async () => {
    const title = "a '; fetch('https://evil.example'); '";
    const code = 'export const title = \'a \';\nfetch( "https://evil.example" );';
    expect(await buildUnescaped(title, () => code)).toEqual([
      becameCode(4, 'acts when it is loaded'),
      becameCode(4, 'calls what has no name of a function'),
    ]);
  });

  test.each([
    ['before', 4, (text: string) => `rest;\n${text}`],
    ['after', 3, (text: string) => `${text}\nrest;`],
  ])('and code %s it is not reported', async (_, line, body) => {
    expect(await buildUnescaped('evil();', body)).toEqual([
      becameCode(line, 'acts when it is loaded'),
      becameCode(line, 'calls what has no name of a function'),
    ]);
  });

  test('and code that is not from the spec is a thrown error', async () => {
    await expect(buildUnescaped('Pets', () => 'fetch();')).rejects.toThrow(
      'src/a.ts:3 acts when it is loaded: fetch();',
    );
    const evil = (text: string): string => text;
    await expect(buildUnescaped('evil();', evil, () => 'rest;')).rejects.toThrow(
      'src/b.ts:3 acts when it is loaded: rest;',
    );
  });
});

describe('a path of a file', () => {
  const printAt = (...paths: readonly string[]): Promise<unknown> =>
    printProven(paths.map((path) => ({ kind: 'source', path, imports: [], body: ['export const a = 1;'] })));

  test.each([
    '../a.ts',
    '/a.ts',
    'a/../b.ts',
    'a//b.ts',
    'a\\b.ts',
    'a\nb.ts',
    'src/con.ts',
    'NUL',
    'a.',
    'a b.ts',
    '',
  ])('is not %j', async (path) => {
    await expect(printAt(path)).rejects.toThrow(`Not a path for an output file: ${JSON.stringify(path)}`);
  });

  test('differs from that of another file in more than case', async () => {
    await expect(printAt('src/a.ts', 'src/A.ts')).rejects.toThrow(
      'Two output files with one name: src/a.ts and src/A.ts',
    );
  });

  test('may be an ordinary one', async () => {
    const paths = ['.speccast.ts', 'src/a.ts', 'src/models/ad-units.ts'];
    expect(await printAt(...paths)).toMatchObject({ files: paths.map((path) => ({ path })), diagnostics: [] });
  });
});
