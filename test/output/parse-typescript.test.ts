import { ts } from 'ts-morph';
import type { Node } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { childrenOf, parseTypeScript } from '../../generator/output/parse-typescript.js';
import { hostileTexts } from '../emit/code/hostile-texts.js';
import { generated, nodesOf, textOf } from '../rules/sources.js';

/** Where statements and everything in quotes begin and end: what the proof and the layout build on. */
interface Outline {
  readonly statements: readonly string[];
  readonly quoted: readonly string[];
}

function outline(text: string): Outline {
  const { statements } = parseTypeScript('a.ts', text);
  const quoted: string[] = [];
  const visit = (node: Node): void => {
    const isText = node.type === 'Literal' && (typeof node.value === 'string' || 'regex' in node);
    if (isText || node.type === 'TemplateElement') quoted.push(`${node.start}-${node.end}`);
    childrenOf(node).forEach(visit);
  };
  statements.forEach(visit);
  return { statements: statements.map(({ start, end }) => `${start}-${end}`), quoted: quoted.toSorted() };
}

function compilersOutline(text: string): Outline {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2022, true);
  const span = (node: ts.Node): string => `${node.getStart(file)}-${node.getEnd()}`;
  return { statements: file.statements.map(span), quoted: [...nodesOf(file)].filter(isQuoted).map(span).toSorted() };
}

function isQuoted(node: ts.Node): boolean {
  if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) return true;
  return ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node);
}

/** Whether the compiler finds the syntax of a text well formed. */
function compiles(text: string): boolean {
  return ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.length === 0;
}

describe('parseTypeScript reads as the compiler does', () => {
  test('all files that were generated', () => {
    const given = generated.map(textOf);
    expect(given.length).toBeGreaterThan(400);
    const differing = generated.filter((_, index) => {
      const text = given[index] ?? '';
      return JSON.stringify(outline(text)) !== JSON.stringify(compilersOutline(text));
    });
    expect(differing).toEqual([]);
  });

  const places: readonly ((text: string) => string)[] = [
    (text) => `const a = '${text}';\nconst b = 1;\n`,
    (text) => `const a = "${text}";\nconst b = 1;\n`,
    (text) => `const a = \`${text}\`;\nconst b = 1;\n`,
    (text) => `const a = /${text}/u;\nconst b = 1;\n`,
    (text) => `/** ${text} */\nconst b = 1;\n`,
    (text) => `// ${text}\nconst b = 1;\n`,
    (text) => `interface A {\n  readonly ${text}: string;\n}\n`,
    (text) => `const a = ${text};\nconst b = 1;\n`,
  ];

  test.each(hostileTexts.map((text) => [text]))('or refuses: %j', (text) => {
    for (const place of places) {
      const given = place(text);
      const want = compiles(given) ? compilersOutline(given) : undefined;
      expect([given, outlineOrNothing(given, want)]).toEqual([given, want]);
    }
  });

  /** What oxc refuses and the compiler takes is no danger. */
  function outlineOrNothing(text: string, want: Outline | undefined): Outline | undefined {
    try {
      return outline(text);
    } catch {
      return want;
    }
  }
});

test('names the line of what does not parse', () => {
  expect(() => parseTypeScript('src/a.ts', 'const a = 1;\nconst = 1;\n')).toThrow(
    'src/a.ts:2 does not parse: Unexpected token',
  );
});
