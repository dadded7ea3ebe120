import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { isIdentifier, reservedWords } from 'speccast/emitter';
import {
  camelCase,
  kebabCase,
  NameScope,
  pascalCase,
  serviceName,
  toServiceName,
  isIdentifierText,
} from '../../../generator/api/tools/names.js';
import { lowerSchemas } from '../lower.js';
import { readRows } from '../../rows.js';

const { table } = readRows(import.meta.url);

const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom(
    '',
    '🎬',
    '__proto__',
    'constructor',
    '3d',
    '*/',
    '${x}',
    '用户',
    'Ünïcode',
    'a'.repeat(300),
    '\u202e',
    '\ud800',
  ),
);

table(
  '$given is $pascal, $camel and $kebab',
  ({ given, pascal, camel, kebab }: { given: string; pascal: string; camel: string; kebab: string }) => {
    expect([pascalCase(given, 'thing'), camelCase(given, 'thing'), kebabCase(given, 'thing')]).toEqual([
      pascal,
      camel,
      kebab,
    ]);
  },
);

/** Returns whether a name is an identifier of at most 128 characters that matches `start`, without invisible characters. */
function isPlain(name: string, start: RegExp): boolean {
  const isHidden = /[\p{C}\p{DI}]/u.test(name);
  return isIdentifierText(name) && start.test(name) && name.length <= 128 && !isHidden;
}

test('the compiler accepts every character of identifiers', () => {
  const characters = Array.from({ length: 0x11_0000 }, (_, code) =>
    code >= 0xd8_00 && code < 0xe0_00 ? '' : String.fromCodePoint(code),
  );
  const allowed = characters.filter((one) => one !== '' && isIdentifierText(`a${one}`) && one.normalize('NFC') === one);
  expect(allowed.length).toBeGreaterThan(100_000);
  const refused = allowed.filter((one) => !ts.isIdentifierPart(one.codePointAt(0) ?? 0, ts.ScriptTarget.ESNext));
  expect(refused).toEqual([]);
  const starts = allowed.filter((one) => isIdentifierText(one));
  expect(starts.filter((one) => !ts.isIdentifierStart(one.codePointAt(0) ?? 0, ts.ScriptTarget.ESNext))).toEqual([]);
});

describe('from any text', () => {
  test('type names are identifiers that start with a capital', () => {
    fc.assert(fc.property(hostile, (text) => isPlain(pascalCase(text, 'model'), /^[^\p{Ll}]/u)));
  });

  test('function names are identifiers that start with a small letter', () => {
    fc.assert(fc.property(hostile, (text) => isPlain(camelCase(text, 'operation'), /^[^\p{Lu}]/u)));
  });

  test('file stems are short and lower-case ASCII', () => {
    fc.assert(
      fc.property(
        hostile,
        (text) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(kebabCase(text, 'group')) && kebabCase(text, 'group').length <= 60,
      ),
    );
  });

  test('a name that is in Pascal case already stays as it is', () => {
    const written = fc.stringMatching(/^(?:[A-Z][a-z]{1,8}[0-9]{0,2}){1,5}$/);
    fc.assert(fc.property(written, (text) => pascalCase(text, 'model') === text));
  });
});

describe('a scope', () => {
  const claimNames = (texts: readonly string[]): readonly string[] => {
    const scope = new NameScope({ reserved: reservedWords });
    return scope
      .claimAll(texts, (text) => [camelCase(text, 'operation'), `${camelCase(text, 'operation')}Call`])
      .map(([, name]) => name);
  };

  test('claims distinct names that are identifiers and not reserved', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 40 }), (texts) => {
        const claimed = claimNames(texts);
        expect(new Set(claimed).size).toBe(texts.length);
        expect(claimed.filter((name) => reservedWords.has(name) || !isIdentifier(name))).toEqual([]);
      }),
    );
  });

  test('claims the same names for the same texts each time', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 20 }), (texts) => {
        expect(claimNames(texts)).toEqual(claimNames(texts));
      }),
    );
  });

  test('an appended text does not change the names of those before it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[ab][.-]?[ab]$/), { maxLength: 12 }),
        fc.constantFrom('aa', 'a-b', 'ba'),
        (texts, last) => {
          expect(claimNames([...texts, last]).slice(0, texts.length)).toEqual(claimNames(texts));
        },
      ),
    );
  });

  table('$title', ({ given, want }: { given: readonly string[]; want: readonly string[] }) => {
    expect(claimNames(given)).toEqual(want);
  });

  test('numbers do not run into digits', () => {
    const scope = new NameScope();
    expect([1, 2, 3].map(() => scope.claim(['v1']))).toEqual(['v1', 'v1_2', 'v1_3']);
  });

  test('can ignore case', () => {
    const scope = new NameScope({ ignoreCase: true, reserved: ['CON'] });
    expect([scope.claim(['con']), scope.claim(['Users']), scope.claim(['users'])]).toEqual(['con2', 'Users', 'users2']);
  });

  test('claims all names that depend on a name', () => {
    const scope = new NameScope();
    const takes = (name: string): readonly string[] => [name, `is${name}`];
    expect([scope.claim(['Pet'], takes), scope.claim(['isPet']), scope.claim(['Pet'], takes)]).toEqual([
      'Pet',
      'isPet2',
      'Pet3',
    ]);
  });
});

describe('no model is named like', () => {
  const nameModels = (names: readonly string[]): readonly string[] =>
    lowerSchemas(
      Object.fromEntries(names.map((name) => [name, { type: 'object', 'x-speccast-name': name }])),
    ).models.map(({ name }) => name);

  test('a reserved word of TypeScript', () => {
    expect(nameModels([...reservedWords]).filter((name) => reservedWords.has(name))).toEqual([]);
  });

  test('an export of the client runtime', () => {
    const text = readFileSync(new URL('../../../templates/runtime/client/index.ts', import.meta.url), 'utf8');
    const lists = [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','));
    const exported = lists.map((name) => name.replace(/^\s*type\s/, '').trim()).filter((name) => name !== '');
    expect(exported.length).toBeGreaterThan(20);
    expect(nameModels(exported).filter((name) => exported.includes(name))).toEqual([]);
  });
});

table(
  'a service with the title $title is called $name',
  ({ title, name, type }: { title: string; name: string; type: string }) => {
    expect([toServiceName(title), pascalCase(name, 'service')]).toEqual([name, type]);
  },
);

table('the service of the package $given is called $name', ({ given, name }: { given: string; name: string }) => {
  expect(serviceName(given)).toBe(name);
});
