import { hasSignIn } from '../code/api-features.js';
import { Imports } from '../code/imports.js';
import { literal, stringLiteral } from '../code/literals.js';
import { aliasStructure } from '../code/structures.js';
import { code } from '../code/templates.js';
import type { SourceFile } from '../source-file.js';
import type { ClientTools } from './emit-resource.js';

const module = 'sign-in';

/** A symbol that `@speccast/runtime/node` exports. */
function node(name: string): { readonly name: string; readonly module: string } {
  return { name, module: 'runtime/node' };
}

/**
 * Emits `sign-in.ts`, the entry of what signs users in, with the addresses and scopes of the spec. Nothing where the spec names no
 * address that users could sign in at.
 */
export function emitSignIn({ api, templates }: ClientTools): readonly SourceFile[] {
  if (!hasSignIn(api)) return [];
  const [scheme] = api.securitySchemes.flatMap((one) => (one.kind === 'bearer' && one.signIn !== undefined ? one : []));
  const names = api.securitySchemes.flatMap((one) => (one.kind === 'bearer' ? one.scopes.map(({ name }) => name) : []));
  const scopes = names.length === 0 ? 'string' : [...new Set(names)].map((name) => stringLiteral(name)).join(' | ');
  const imports = new Imports(module, ['Scope', 'addresses', 'signIn', 'signInOnDevice']);
  const body = [
    aliasStructure('Scope', scopes, ['A scope that the spec names.']),
    templates.render('client/sign-in.hbs', {
      addressesType: imports.useType(node('SignInAddresses')),
      addresses: code(literal({ ...scheme?.signIn })),
      browserOptions: imports.useType(node('SignInOptions')),
      deviceOptions: imports.useType(node('DeviceSignInOptions')),
      signedIn: imports.useType(node('SignedIn')),
      inBrowser: imports.use(node('signInWithBrowser')),
      onDevice: imports.use(node('signInWithDevice')),
    }),
    "export type { DeviceCode, DeviceSignInOptions, SignedIn, SignInOptions } from '@speccast/runtime/node';",
  ];
  return [{ kind: 'source', path: `src/${module}.ts`, imports: imports.lines(), body }];
}
