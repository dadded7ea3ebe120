import type { OperationParameter } from '@speccast/runtime';

type Style = NonNullable<OperationParameter['style']>;

/** One row of the table of style examples in OpenAPI 3.1.1; what the table leaves open is absent. */
export interface StyleExample {
  readonly in: OperationParameter['in'];
  readonly style: Style;
  readonly explode: boolean;
  /** The empty string. */
  readonly empty?: string;
  /** `blue` */
  readonly string?: string;
  /** `['blue', 'black', 'brown']` */
  readonly array?: string;
  /** `{ R: 100, G: 200, B: 150 }` */
  readonly object?: string;
}

/** The values that the table writes, in a parameter named `color`. */
export const exampleValues = {
  empty: '',
  string: 'blue',
  array: ['blue', 'black', 'brown'],
  object: { R: 100, G: 200, B: 150 },
} as const;

/** The table, without the `?` before queries. */
export const styleExamples: readonly StyleExample[] = [
  {
    in: 'path',
    style: 'matrix',
    explode: false,
    empty: ';color',
    string: ';color=blue',
    array: ';color=blue,black,brown',
    object: ';color=R,100,G,200,B,150',
  },
  {
    in: 'path',
    style: 'matrix',
    explode: true,
    empty: ';color',
    string: ';color=blue',
    array: ';color=blue;color=black;color=brown',
    object: ';R=100;G=200;B=150',
  },
  {
    in: 'path',
    style: 'label',
    explode: false,
    string: '.blue',
    array: '.blue,black,brown',
    object: '.R,100,G,200,B,150',
  },
  {
    in: 'path',
    style: 'label',
    explode: true,
    string: '.blue',
    array: '.blue.black.brown',
    object: '.R=100.G=200.B=150',
  },
  {
    in: 'path',
    style: 'simple',
    explode: false,
    string: 'blue',
    array: 'blue,black,brown',
    object: 'R,100,G,200,B,150',
  },
  {
    in: 'path',
    style: 'simple',
    explode: true,
    string: 'blue',
    array: 'blue,black,brown',
    object: 'R=100,G=200,B=150',
  },
  {
    in: 'header',
    style: 'simple',
    explode: false,
    empty: '',
    string: 'blue',
    array: 'blue,black,brown',
    object: 'R,100,G,200,B,150',
  },
  {
    in: 'header',
    style: 'simple',
    explode: true,
    empty: '',
    string: 'blue',
    array: 'blue,black,brown',
    object: 'R=100,G=200,B=150',
  },
  {
    in: 'query',
    style: 'form',
    explode: false,
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue,black,brown',
    object: 'color=R,100,G,200,B,150',
  },
  {
    in: 'query',
    style: 'form',
    explode: true,
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue&color=black&color=brown',
    object: 'R=100&G=200&B=150',
  },
  {
    in: 'query',
    style: 'spaceDelimited',
    explode: false,
    array: 'color=blue%20black%20brown',
    object: 'color=R%20100%20G%20200%20B%20150',
  },
  {
    in: 'query',
    style: 'pipeDelimited',
    explode: false,
    array: 'color=blue%7Cblack%7Cbrown',
    object: 'color=R%7C100%7CG%7C200%7CB%7C150',
  },
  { in: 'query', style: 'deepObject', explode: true, object: 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150' },
  // The ampersand of `form` has no meaning in a cookie, so that every pair is a cookie of its own, as in OpenAPI 3.2.
  {
    in: 'cookie',
    style: 'form',
    explode: true,
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue; color=black; color=brown',
    object: 'R=100; G=200; B=150',
  },
  {
    in: 'cookie',
    style: 'form',
    explode: false,
    empty: 'color=',
    string: 'color=blue',
    array: 'color=blue,black,brown',
    object: 'color=R,100,G,200,B,150',
  },
];
