import type {
  ExportDeclarationStructure,
  InterfaceDeclarationStructure,
  OptionalKind,
  PropertySignatureStructure,
  StructureKind,
  TypeAliasDeclarationStructure,
} from 'ts-morph';
import type { ImportLine } from '../source-file.js';
import { docText, type DocLine } from './doc-comments.js';
import { assertIdentifier } from './identifiers.js';
import { memberKey } from './literals.js';

/*
 * Values of ts-morph's enum, spelled out: importing the enum would load ts-morph and its compiler (0.4 s) in runs
 * that print nothing. The annotations make the compiler compare each number with the enum.
 */
const interfaceKind: StructureKind.Interface = 19;
const typeAliasKind: StructureKind.TypeAlias = 38;
const exportKind: StructureKind.ExportDeclaration = 11;

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

/** An exported interface of readonly members. */
export interface InterfaceParts {
  readonly name: string;
  readonly docs: readonly DocLine[];
  readonly properties: readonly PropertyParts[];
  readonly index?: IndexParts | undefined;
}

/** Structure of an exported interface. */
export function interfaceStructure({ name, docs, properties, index }: InterfaceParts): InterfaceDeclarationStructure {
  return {
    kind: interfaceKind,
    name,
    isExported: true,
    docs: docTexts(docs),
    properties: [...properties.map(propertyStructure), ...(index === undefined ? [] : [indexStructure(index)])],
  };
}

/** Structure of an exported type alias; `type` is source text. */
export function aliasStructure(name: string, type: string, docs: readonly DocLine[]): TypeAliasDeclarationStructure {
  return { kind: typeAliasKind, name, isExported: true, type, docs: docTexts(docs) };
}

/** Structures of `export { … } from './…'` for a file in `src/` itself: values and types of a module apart. */
export function exportStructures(lines: readonly ImportLine[]): readonly ExportDeclarationStructure[] {
  const modules = new Map<string, ImportLine[]>();
  for (const line of lines) {
    const key = `${line.typeOnly} ${line.module}`;
    modules.set(key, [...(modules.get(key) ?? []), line]);
  }
  return [...modules.values()].flatMap(exportStructure);
}

function exportStructure(lines: readonly ImportLine[]): ExportDeclarationStructure[] {
  const [first] = lines;
  if (first === undefined) return [];
  const namedExports = lines.map(({ name, alias }) => (alias === undefined ? { name } : { name, alias }));
  return [{ kind: exportKind, isTypeOnly: first.typeOnly, moduleSpecifier: `./${first.module}.js`, namedExports }];
}

function propertyStructure(property: PropertyParts): OptionalKind<PropertySignatureStructure> {
  return {
    name: memberKey(property.name),
    isReadonly: true,
    hasQuestionToken: !property.required,
    type: property.type,
    docs: docTexts(property.docs),
  };
}

/** ts-morph writes index signatures before properties; as a property with a bracketed name it stays last. */
function indexStructure({ keyName, type, docs }: IndexParts): OptionalKind<PropertySignatureStructure> {
  return { name: `[${assertIdentifier(keyName)}: string]`, isReadonly: true, type, docs: docTexts(docs) };
}

function docTexts(lines: readonly DocLine[]): string[] {
  return lines.length === 0 ? [] : [docText(lines)];
}
