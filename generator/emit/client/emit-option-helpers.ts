import type { Api } from '../../api/api.js';
import type { Server, ServerVariable } from '../../api/types/service.js';
import { inlineCode } from '../../api/tools/sentence.js';
import { isAbsolute, isRelative } from '../../api/service/servers.js';
import { docLines } from '../code/doc-comments.js';
import { Imports, runtime } from '../code/imports.js';
import { literal, memberKey, stringLiteral } from '../code/literals.js';
import { interfaceStructure, aliasStructure } from '../code/structures.js';
import { code, fields } from '../code/templates.js';
import type { CodeSymbol, SourceFile } from '../source-file.js';
import type { ClientTools } from './emit-resource.js';
import { findFeatures, hasSignIn } from '../code/api-features.js';
import { quotaLimits } from '../code/operation-sentences.js';

const addressModule = 'client/server-address';

/** The function that gives an address of the spec with its variables filled in. */
export const serverAddressSymbol: CodeSymbol = { name: 'serverAddress', module: addressModule };

/** The type of the addresses of the spec and of their variables. */
export const serverAddressesSymbol: CodeSymbol = { name: 'ServerAddresses', module: addressModule };

/** Tells whether there is a choice: several addresses that a client can call, or variables in one. */
export function hasServerChoice(api: Api): boolean {
  const servers = callable(api);
  return servers.length > 1 || servers.some(({ variables }) => variables.length > 0);
}

/** Emits `client/server-address.ts`: the addresses of the spec for the option `baseUrl`. Nothing where there is no choice. */
export function emitServerAddress({ api, templates }: ClientTools): readonly SourceFile[] {
  if (!hasServerChoice(api)) return [];
  const servers = callable(api);
  const imports = new Imports(addressModule, [serverAddressSymbol.name, serverAddressesSymbol.name, 'defaults']);
  const body = [
    interfaceStructure({
      name: serverAddressesSymbol.name,
      docs: ['The addresses that the spec names, and the variables of each.'],
      properties: servers.map(({ url, name: title, description: text, variables }) => {
        const texts = [title, text].filter((one) => one !== undefined && one.trim() !== '');
        const notes = variables.map(
          ({ name, default: value, description = '' }) =>
            `${inlineCode(name)} is ${inlineCode(value)} by default.${description === '' ? '' : ` ${description}`}`,
        );
        const docs = docLines(texts.length === 0 ? {} : { summary: texts.join(': ') }, notes);
        return { name: url, required: true, type: variablesType(variables), docs };
      }),
    }),
    templates.render('client/server-address.hbs', {
      fill: imports.use(runtime('fillAddress')),
      addresses: serverAddressesSymbol.name,
      defaults: code(
        literal(
          Object.fromEntries(
            servers.map(({ url, variables }) => [
              url,
              Object.fromEntries(variables.map(({ name, default: value }) => [name, value])),
            ]),
          ),
        ),
      ),
    }),
  ];
  return [imports.toFile(body)];
}

/** The servers that a client can call, each address once; those without a host where no other is left. */
function callable({ servers }: Api): readonly Server[] {
  const all = servers.some(isAbsolute) ? servers.filter(isAbsolute) : servers.filter(isRelative);
  return all.filter(({ url }, index) => all.findIndex((one) => one.url === url) === index);
}

function variablesType(variables: readonly ServerVariable[]): string {
  if (variables.length === 0) return '{ readonly [variable: string]: never }';
  const members = variables.map(({ name, values }) => {
    const type = values.length === 0 ? 'string' : [...new Set(values)].map((value) => stringLiteral(value)).join(' | ');
    return `readonly ${memberKey(name)}?: ${type} | undefined`;
  });
  return `{ ${members.join('; ')} }`;
}

const meterModule = 'client/quota-meter';

/** The function that makes a quota meter, where operations say what they cost. */
export const quotaMeterSymbol: CodeSymbol = { name: 'quotaMeter', module: meterModule };

/** Emits `client/quota-meter.ts`: costs of calls, limits of buckets, and the function that makes a meter of them. */
export function emitQuotaMeter({ api, templates }: ClientTools): readonly SourceFile[] {
  if (!findFeatures(api).costs) return [];
  const imports = new Imports(meterModule, [quotaMeterSymbol.name, 'book']);
  const view = {
    bookType: imports.useType(runtime('QuotaBook')),
    optionsType: imports.useType(runtime('QuotaMeterOptions')),
    meterType: imports.useType(runtime('QuotaMeter')),
    meter: imports.use(runtime('meterQuota')),
    timeZone: api.errors?.quota?.timeZone ?? 'UTC',
    limits: fields(quotaLimits(api)),
    costs: fields(
      Object.fromEntries(api.operations.flatMap(({ id, quota }) => (quota === undefined ? [] : [[id, { ...quota }]]))),
    ),
  };
  const body = [templates.render('client/quota-meter.hbs', view)];
  return [imports.toFile(body)];
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
  const module = 'sign-in';
  const node = (name: string): CodeSymbol => ({ name, module: 'runtime/node' });
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
  return [imports.toFile(body)];
}
