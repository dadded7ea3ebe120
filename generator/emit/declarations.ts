/**
 * Declarations before printing: data, so that emitters say what is declared and `output/print-declaration.ts` alone says
 * how that looks. They are the three of ts-morph's structures that packages need, cut down to what is used. ts-morph
 * itself prints them through a project of files that it parses: for the two services that took 0.3 s of the 1 s that a
 * whole run takes, loading included.
 */
export type Declaration = InterfaceDeclaration | AliasDeclaration | ExportDeclaration;

/** `export interface Name { … }` */
export interface InterfaceDeclaration {
  readonly kind: 'interface';
  readonly name: string;
  /** Source text: `<Part extends string>`. */
  readonly typeParameters?: string | undefined;
  /** Name of the interface whose members it has too. */
  readonly base?: string | undefined;
  /** Doc comment, or empty text. */
  readonly doc: string;
  readonly members: readonly MemberDeclaration[];
}

/** `readonly name?: type;` in an interface. */
export interface MemberDeclaration {
  readonly doc: string;
  /** Name with its quotes, or an index signature: `[field: string]`. */
  readonly key: string;
  readonly optional: boolean;
  /** Source text. */
  readonly type: string;
}

/** `export type Name = type;` */
export interface AliasDeclaration {
  readonly kind: 'alias';
  readonly name: string;
  /** Source text: `<Part extends string>`. */
  readonly typeParameters?: string | undefined;
  readonly doc: string;
  /** Source text. */
  readonly type: string;
}

/** `export { a, b as c } from './module.js';`, `export type * from './module.js';` */
export interface ExportDeclaration {
  readonly kind: 'export';
  readonly typeOnly: boolean;
  /** Names with their aliases, or all of them. */
  readonly names: readonly string[] | '*';
  /** Specifier: `./models/playlists.js`. */
  readonly from: string;
}
