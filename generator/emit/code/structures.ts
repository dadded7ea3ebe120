import type {
  ExportDeclarationStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  PropertySignatureStructure,
  StructureKind,
  TypeAliasDeclarationStructure,
} from 'ts-morph';
import type { ImportLine } from '../source-file.js';
import { type DocLine, docText } from './doc-comments.js';
import { groupBy } from '../../iterables.js';
import { assertIdentifier, memberKey } from './literals.js';
import { packageEntry } from './imports.js';

/** One property of an interface: `type` is source text. */
export interface PropertyParts {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
  readonly docs: readonly DocLine[];
}

/** The index signature of an interface: `readonly [field: string]: unknown`. */
export interface IndexParts {
  readonly keyName: string;
  readonly type: string;
  readonly docs: readonly DocLine[];
}

/** An exported interface; its members are readonly but in what callers send. */
export interface InterfaceParts {
  readonly name: string;
  /** Default: false. */
  readonly settable?: boolean | undefined;
  /** Source text: `<Part extends string>`. */
  readonly typeParameters?: string | undefined;
  /** Name of the interface whose members it has too, as this file knows it. */
  readonly base?: string | undefined;
  readonly docs: readonly DocLine[];
  readonly properties: readonly PropertyParts[];
  readonly index?: IndexParts | undefined;
}

/** The kinds of structures that emitters hand over, as ts-morph numbers them: it is loaded where they are printed, not here. */
const kinds: {
  readonly exports: StructureKind.ExportDeclaration;
  readonly interface: StructureKind.Interface;
  readonly alias: StructureKind.TypeAlias;
} = { exports: 11, interface: 19, alias: 38 };

/** Structure of an exported interface; its index signature comes last. */
export function interfaceStructure(parts: InterfaceParts): InterfaceDeclarationStructure {
  const { name, settable = false, typeParameters, base, docs, properties, index } = parts;
  const members = properties.map((one): OptionalKind<PropertySignatureStructure> => ({
    ...toDocs(one.docs),
    name: memberKey(one.name),
    hasQuestionToken: !one.required,
    type: one.type,
  }));
  // As a property: ts-morph would print index signatures before all properties.
  if (index !== undefined)
    members.push({
      ...toDocs(index.docs),
      name: `[${assertIdentifier(index.keyName)}: string]`,
      type: index.type,
    });
  return {
    kind: kinds.interface,
    isExported: true,
    name: assertIdentifier(name),
    ...toTypeParameters(typeParameters),
    ...(base !== undefined && { extends: [base] }),
    ...toDocs(docs),
    properties: members.map((member) => ({ ...member, isReadonly: !settable })),
  };
}

/** Structure of an exported type alias; `type` and `typeParameters` are source text. */
export function aliasStructure(
  name: string,
  type: string,
  docs: readonly DocLine[],
  typeParameters?: string,
): TypeAliasDeclarationStructure {
  const head = { kind: kinds.alias, isExported: true, name: assertIdentifier(name) };
  return { ...head, ...toTypeParameters(typeParameters), ...toDocs(docs), type };
}

/**
 * Structures of `export { … } from './…'`: values and types of a module apart, all of a package at once. They
 * are in `src/` itself, or in the folder that all modules are in: `models/`.
 */
export function exportStructures(
  lines: readonly ImportLine[],
  folder: string = '',
): readonly ExportDeclarationStructure[] {
  const modules = groupBy(lines, ({ typeOnly, module }) => `${typeOnly} ${packageEntry(module) ?? module}`);
  return [...modules.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { module, typeOnly } = first;
    const names = group.map(({ name, alias }) => (alias === undefined ? name : `${name} as ${alias}`));
    const entry = packageEntry(module);
    return entry === undefined
      ? [exportStructure(`./${module.slice(folder.length)}.js`, names, typeOnly)]
      : [exportStructure(entry, names.toSorted(), typeOnly)];
  });
}

/** Structure of `export { … } from '…'`, or of `export * from '…'`; `names` come with their aliases: `a as b`. */
export function exportStructure(
  from: string,
  names: readonly string[] | '*',
  typeOnly: boolean = false,
): ExportDeclarationStructure {
  const structure = { kind: kinds.exports, isTypeOnly: typeOnly, moduleSpecifier: from };
  return names === '*' ? structure : { ...structure, namedExports: [...names] };
}

/** ts-morph writes docs as they are, so they come from `docText`, out of which nothing gets. */
function toDocs(lines: readonly DocLine[]): { docs?: string[] } {
  const text = docText(lines);
  // A line end at the start: the first line, too, gets a line of its own.
  return text === '' ? {} : { docs: [text.includes('\n') ? `\n${text}` : text] };
}

function toTypeParameters(text: string | undefined): { typeParameters?: string[] } {
  return text === undefined ? {} : { typeParameters: [text.slice(1, -1)] };
}
