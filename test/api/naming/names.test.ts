import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isIdentifier, reservedWords } from '../../../generator/emit/code/syntax/literals.js';
import { camelCase, kebabCase, NameScope, pascalCase } from '../../../generator/api/naming/names.js';
import { reservedExports } from '../../../generator/api/naming/reserved-names.js';

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

test.each([
  { given: 'Playlist', pascal: 'Playlist', camel: 'playlist', kebab: 'playlist' },
  { given: 'simple_user', pascal: 'SimpleUser', camel: 'simpleUser', kebab: 'simple-user' },
  { given: 'APIKey', pascal: 'APIKey', camel: 'apiKey', kebab: 'api-key' },
  { given: 'ID', pascal: 'ID', camel: 'id', kebab: 'id' },
  { given: 'FULL_CAPS', pascal: 'FullCaps', camel: 'fullCaps', kebab: 'full-caps' },
  { given: 'i18nLanguages', pascal: 'I18nLanguages', camel: 'i18nLanguages', kebab: 'i18n-languages' },
  {
    given: 'accounts.adUnits.list',
    pascal: 'AccountsAdUnitsList',
    camel: 'accountsAdUnitsList',
    kebab: 'accounts-ad-units-list',
  },
  { given: 'repos/get-content', pascal: 'ReposGetContent', camel: 'reposGetContent', kebab: 'repos-get-content' },
  { given: 'v1.2.3', pascal: 'V1_2_3', camel: 'v1_2_3', kebab: 'v1-2-3' },
  { given: '3DModel', pascal: 'Thing3DModel', camel: 'thing3DModel', kebab: '3-d-model' },
  { given: 'Größe', pascal: 'Groudfe', camel: 'groudfe', kebab: 'groudfe' },
  { given: 'café crème', pascal: 'CafeCreme', camel: 'cafeCreme', kebab: 'cafe-creme' },
  { given: '用户', pascal: 'U7528u6237', camel: 'u7528u6237', kebab: 'u7528u6237' },
  { given: '__proto__', pascal: 'Proto', camel: 'proto', kebab: 'proto' },
  { given: '🎬', pascal: 'Thing', camel: 'thing', kebab: 'thing' },
  { given: '', pascal: 'Thing', camel: 'thing', kebab: 'thing' },
])('$given is $pascal, $camel and $kebab', ({ given, pascal, camel, kebab }) => {
  expect([pascalCase(given, 'thing'), camelCase(given, 'thing'), kebabCase(given, 'thing')]).toEqual([
    pascal,
    camel,
    kebab,
  ]);
});

describe('from any text', () => {
  test('type names are identifiers that start with a capital', () => {
    fc.assert(fc.property(hostile, (text) => /^[A-Z][A-Za-z0-9_]{0,127}$/.test(pascalCase(text, 'model'))));
  });

  test('function names are identifiers that start with a small letter', () => {
    fc.assert(fc.property(hostile, (text) => /^[a-z][A-Za-z0-9_]{0,127}$/.test(camelCase(text, 'operation'))));
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
  const names = (texts: readonly string[]): readonly string[] => {
    const scope = new NameScope({ reserved: reservedExports });
    return scope
      .claimAll(texts, (text) => [camelCase(text, 'operation'), `${camelCase(text, 'operation')}Call`])
      .map(([, name]) => name);
  };

  test('gives each text its own name, never a reserved one, always an identifier', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 40 }), (texts) => {
        const made = names(texts);
        expect(new Set(made).size).toBe(texts.length);
        expect(made.filter((name) => reservedExports.has(name) || !isIdentifier(name))).toEqual([]);
      }),
    );
  });

  test('gives the same names to the same texts', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 20 }), (texts) => {
        expect(names(texts)).toEqual(names(texts));
      }),
    );
  });

  test('an appended text of the same name moves none of those before it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[ab][.-]?[ab]$/), { maxLength: 12 }),
        fc.constantFrom('aa', 'a-b', 'ba'),
        (texts, last) => {
          expect(names([...texts, last]).slice(0, texts.length)).toEqual(names(texts));
        },
      ),
    );
  });

  test.each([
    { title: 'the first has the name', given: ['list', 'list', 'list'], want: ['list', 'listCall', 'listCall2'] },
    { title: 'reserved words give way', given: ['delete', 'Promise'], want: ['deleteCall', 'promise'] },
    {
      title: 'a name of its own is never moved by one that was made',
      given: ['list', 'list', 'listCall'],
      want: ['list', 'listCall2', 'listCall'],
    },
  ])('$title', ({ given, want }) => {
    expect(names(given)).toEqual(want);
  });

  test('numbers do not run into digits', () => {
    const scope = new NameScope();
    expect([1, 2, 3].map(() => scope.claim(['v1']))).toEqual(['v1', 'v1_2', 'v1_3']);
  });

  test('may ignore case', () => {
    const scope = new NameScope({ ignoreCase: true, reserved: ['CON'] });
    expect([scope.claim(['con']), scope.claim(['Users']), scope.claim(['users'])]).toEqual(['con2', 'Users', 'users2']);
  });

  test('takes all names that come with one', () => {
    const scope = new NameScope();
    const takes = (name: string): readonly string[] => [name, `is${name}`];
    expect([scope.claim(['Pet'], takes), scope.claim(['isPet']), scope.claim(['Pet'], takes)]).toEqual([
      'Pet',
      'isPet2',
      'Pet3',
    ]);
  });
});

describe('reserved names', () => {
  test('hold every word that the emitters cannot declare', () => {
    expect([...reservedWords].filter((word) => !reservedExports.has(word))).toEqual([]);
  });

  test('hold everything that the client runtime exports', () => {
    const text = readFileSync(new URL('../../../templates/runtime/client/index.ts', import.meta.url), 'utf8');
    const lists = [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','));
    const exported = lists.map((name) => name.replace(/^\s*type\s/, '').trim()).filter((name) => name !== '');
    expect(exported.length).toBeGreaterThan(20);
    expect(exported.filter((name) => !reservedExports.has(name))).toEqual([]);
  });
});
