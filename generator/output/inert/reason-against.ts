import { posix } from 'node:path';
import type { ImportDeclaration, Node } from 'oxc-parser';
import { isPackageImport } from '../print-imports.js';
import { againstCall, againstNew } from './against-call.js';
import { GLOBAL_FUNCTIONS, GLOBAL_VALUES } from './allowed-syntax.js';
import { REFLECTIVE, accessedName, unwrap } from './reflective.js';
import { lookUp } from './scope.js';
import type { Walk } from './walk.js';

/** Why a node of a plain type may not stand where it does, or `undefined`. */
export function reasonAgainst(node: Node, walk: Walk): string | undefined {
  switch (node.type) {
    case 'Identifier':
      return isKnown(node.name, walk) ? undefined : 'uses a global name';
    case 'MemberExpression':
      return isReflectiveAccess(node.object) ? 'looks behind a value' : undefined;
    case 'CallExpression':
      return againstCall(node, walk) ?? (isReflectiveAccess(node.callee) ? 'looks behind a value' : undefined);
    case 'NewExpression':
      return againstNew(node, walk);
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      return node.computed && !isText(node.key) ? 'computes a name' : undefined;
    case 'AssignmentExpression':
      return againstTarget(node.left, walk);
    case 'UpdateExpression':
      return againstTarget(node.argument, walk);
    case 'ForOfStatement':
    case 'ForInStatement':
      return node.left.type === 'VariableDeclaration' ? undefined : againstTarget(node.left, walk);
    default:
      return againstModule(node, walk);
  }
}

/** Why a node may not stand in a type: types do not run, but `import('…')` names a file and `typeof import` too. */
export function reasonAgainstType(node: Node): string | undefined {
  switch (node.type) {
    case 'TSImportType':
      return 'imports inside a type';
    case 'TSCallSignatureDeclaration':
    case 'TSConstructSignatureDeclaration':
      return 'is syntax that no emitter uses';
    case 'TSPropertySignature':
    case 'TSMethodSignature':
      return node.computed && !isText(node.key) ? 'computes a name' : undefined;
    default:
      return undefined;
  }
}

function isKnown(name: string, { scope }: Walk): boolean {
  return lookUp(scope, name) !== undefined || GLOBAL_VALUES.has(name) || GLOBAL_FUNCTIONS.has(name);
}

/** Such a value may be compared or passed on, but not read further. */
function isReflectiveAccess(node: Node): boolean {
  return REFLECTIVE.has(accessedName(unwrap(node)) ?? '');
}

function isText(node: Node): boolean {
  return node.type === 'Literal' && typeof node.value === 'string';
}

/** Only what the file itself declares may change. */
function againstTarget(target: Node, walk: Walk): string | undefined {
  if (REFLECTIVE.has(accessedName(target) ?? '')) return 'changes what made a value';
  if (target.type === 'ThisExpression') return undefined;
  if (target.type === 'Identifier')
    return lookUp(walk.scope, target.name) === undefined ? 'changes a global name' : undefined;
  return target.type === 'MemberExpression' ? againstTarget(target.object, walk) : 'changes what has no name';
}

function againstModule(node: Node, walk: Walk): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return againstImport(node) ?? againstSource(node.source.value, walk);
    case 'ExportNamedDeclaration':
      return node.source === null ? undefined : againstSource(node.source.value, walk);
    case 'ExportAllDeclaration':
      return againstSource(node.source.value, walk);
    default:
      return undefined;
  }
}

/** A module of the package may be imported for its effect: it is proven, too. */
function againstImport({ specifiers, source, attributes }: ImportDeclaration): string | undefined {
  if (attributes.length > 0 && !isJsonFile(source.value)) return 'is syntax that no emitter uses';
  if (specifiers.length === 0 && isPackageImport(source.value)) return 'imports for an effect';
  const hasDefault = specifiers.some(({ type }) => type === 'ImportDefaultSpecifier');
  return hasDefault && !isJsonFile(source.value) ? 'imports a default export' : undefined;
}

/** The document of the package is data, and the only default export there is. */
function isJsonFile(specifier: string): boolean {
  return specifier === '../openapi.json';
}

function againstSource(specifier: string, { path, modules }: Walk): string | undefined {
  const target = posix.join(posix.dirname(path), specifier).replace(/^\//, '').replace(/\.js$/, '.ts');
  const inside = specifier.startsWith('.') && modules.has(target);
  return inside || isPackageImport(specifier) ? undefined : 'imports a file outside the package';
}
