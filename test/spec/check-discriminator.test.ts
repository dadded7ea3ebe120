import { describe, expect, test } from 'vitest';
import { head, read } from './read-text.js';
import { readRows } from '../rows.js';

const { table } = readRows(import.meta.url);

/** Returns the messages about a union on line 6 of a document with the schemas `Cat`, `Dog`, `Parrot` and others. */
function check(union: string): readonly string[] {
  const { messages } = read(`${head}components:
  schemas:
    Pet:
      ${union}
    Cat: { properties: { kind: { const: cat } } }
    Dog: { properties: { kind: { type: string } } }
    Parrot: { allOf: [{ $ref: '#/components/schemas/Bird' }, { properties: { kind: { enum: [grey, green] } } }] }
    Bird: { properties: { kind: { $ref: '#/components/schemas/Colour' } } }
    Colour: { enum: [green, red] }
    Alias: { $ref: '#/components/schemas/Cat' }
    Stone: { type: object }
    Wall: { additionalProperties: false, properties: { high: { type: boolean } } }
    Text: { type: string }
    One: { properties: { kind: { const: 1 } } }
`);
  return messages.map((message) => message.replace('api.yaml:6:', ''));
}

const loose = (names: string): string =>
  `warning ambiguous-discriminator: the discriminator is ambiguous: no value of "kind" selects ${names}; give that property a "const" in each alternative`;

const cat = `{ $ref: '#/components/schemas/Cat' }`;
const dog = `{ $ref: '#/components/schemas/Dog' }`;
const wall = `{ $ref: '#/components/schemas/Wall' }`;
const parrot = `{ $ref: '#/components/schemas/Parrot' }`;

describe('a discriminator', () => {
  table('of alternatives that declare their values is accepted: %s', (union: string) => {
    expect(check(union)).toEqual([]);
  });

  test('of alternatives that cannot have its property causes a warning', () => {
    const union = `{ oneOf: [${wall}, { $ref: '#/components/schemas/Text' }, ${cat}], discriminator: { propertyName: kind, mapping: { cat: Cat } } }`;
    expect(check(union)).toEqual([`134 ${loose('Wall, Text')}`]);
  });

  test('with a misspelt property causes a warning that suggests the right one', () => {
    const union = `{ oneOf: [${wall}, ${wall}], discriminator: { propertyName: hihg } }`;
    expect(check(union)).toEqual([`96 ${loose('Wall').replaceAll('kind', 'hihg')}; did you mean "high"?`]);
  });

  test('may list the values of an open property in its mapping alone', () => {
    expect(check(`{ oneOf: [${dog}, ${cat}], discriminator: { propertyName: kind, mapping: { cat: Cat } } }`)).toEqual(
      [],
    );
  });

  table('may map to alternatives in other files, which then take that value only', ({ want }: { want: object }) => {
    const { document, messages } = read(
      `${head.replace('3.1.0', '3.2.0')}components:
  schemas:
    Pet:
      oneOf: [{ $ref: pets/cat.yaml }, { $ref: pets/dog.yaml }]
      discriminator: { propertyName: kind, mapping: { cat: ./pets/cat.yaml }, defaultMapping: pets/dog.yaml }
`,
      {
        files: {
          'pets/cat.yaml': 'properties: { kind: { type: string } }\n',
          'pets/dog.yaml': 'properties: { kind: { type: string } }\n',
        },
      },
    );
    expect(messages).toEqual([]);
    expect(document?.openapi.components?.schemas?.['Pet']).toMatchObject(want);
  });

  table(
    'of a parent finds children in other files by its mapping alone',
    ({ want, want2 }: { want: object; want2: object }) => {
      const { document, messages } = read(
        `${head.replace('3.1.0', '3.0.3')}paths: {}
components:
  schemas:
    Pet: { $ref: pets/pet.yaml }
`,
        {
          files: {
            'pets/pet.yaml':
              'required: [kind]\nproperties: { kind: { type: string } }\ndiscriminator: { propertyName: kind, mapping: { cat: ./cat.yaml } }\n',
            'pets/cat.yaml':
              'allOf: [{ $ref: pet.yaml }, { properties: { lives: { type: integer, nullable: true } } }]\n',
          },
        },
      );
      expect(messages).toEqual([]);
      expect(document?.open('pets/pet.yaml')).toMatchObject(want);
      expect(document?.open('pets/cat.yaml')).toMatchObject(want2);
    },
  );

  test('whose mapping contradicts an alternative causes a warning at the mapping', () => {
    const union = `{ oneOf: [${cat}, ${parrot}], discriminator: { propertyName: kind, mapping: { tom: Cat, grey: Parrot } } }`;
    expect(check(union)).toEqual([
      '150 warning wrong-mapping: "tom" does not select Cat, whose "kind" is "cat"',
      '161 warning wrong-mapping: "grey" does not select Parrot, whose "kind" is "green"',
    ]);
  });

  test('without a mapping selects by the names of the alternatives', () => {
    expect(check(`{ oneOf: [${cat}], discriminator: { propertyName: kind } }`)).toEqual([
      '25 warning wrong-mapping: "Cat" does not select Cat, whose "kind" is "cat"; add a "mapping"',
    ]);
  });
});

describe('a chain of schemas that extend each other', () => {
  const chain = (length: number): string =>
    Array.from({ length }, (_, at) => `    S${at}: { allOf: [{ $ref: '#/components/schemas/S${at - 1}' }] }\n`)
      .slice(1)
      .join('');
  const base = `${head}components:
  schemas:
    S0: { required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
`;

  test('is read nearly as fast as one without a discriminator', () => {
    const time = (text: string): number => {
      const start = performance.now();
      expect(read(text + chain(300)).messages).toEqual([]);
      return performance.now() - start;
    };
    const plain = time(base.replace(/, discriminator: .*$/m, ' }'));
    // Reading the parents of each alternative again took 35 times as long.
    expect(time(base)).toBeLessThan(12 * plain);
  });

  test('stays unchanged if all unions together are too large', () => {
    expect(read(base + chain(450)).messages).toEqual([
      'api.yaml:5:69 warning too-many-alternatives: the schemas that extend this one have too many alternatives, more than 100000, so "kind" does not select among them',
    ]);
  });
});
