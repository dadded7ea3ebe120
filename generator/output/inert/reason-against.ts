import { posix } from 'node:path';
import type { Expression, ImportDeclaration, ImportExpression, Node, StringLiteral } from 'oxc-parser';
import { isPackageImport } from '../../emit/code/specifier.js';
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
    case 'ImportExpression':
      return againstDynamicImport(node, walk);
    default:
      return againstModule(node, walk);
  }
}

/** The entry of a package's own validators, by the name that its package.json gives it. */
const VALIDATORS = '#validators';

/** Only a module of the package, which is proven, too. Bundlers cannot follow its name where it is joined: `['a', 'b'].join('/')`. */
function againstDynamicImport({ source, options }: ImportExpression, walk: Walk): string | undefined {
  const name = joinedText(source);
  if (options !== null || name === undefined) return 'imports what it computes';
  return name === VALIDATORS ? undefined : againstSource(name, walk);
}

function joinedText(node: Expression): string | undefined {
  if (isText(node)) return String(node.value);
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { object, property, computed } = node.callee;
  if (computed || property.name !== 'join' || object.type !== 'ArrayExpression') return undefined;
  const [separator] = node.arguments;
  if (node.arguments.length !== 1 || !isText(separator) || !object.elements.every(isText)) return undefined;
  return object.elements.map(({ value }) => value).join(separator.value);
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

function isText(node: Node | null | undefined): node is StringLiteral {
  return node?.type === 'Literal' && typeof node.value === 'string';
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
function againstImport({ specifiers, source }: ImportDeclaration): string | undefined {
  if (specifiers.length === 0 && isPackageImport(source.value)) return 'imports for an effect';
  return specifiers.some(({ type }) => type === 'ImportDefaultSpecifier') ? 'imports a default export' : undefined;
}

function againstSource(specifier: string, { path, modules }: Walk): string | undefined {
  const target = posix.join(posix.dirname(path), specifier).replace(/^\//, '').replace(/\.js$/, '.ts');
  const inside = specifier.startsWith('.') && modules.has(target);
  return inside || isPackageImport(specifier) ? undefined : 'imports a file outside the package';
}
