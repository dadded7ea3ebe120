import type { JsonObject } from '../json.js';
import type { SignInAddresses } from '../node/sign-in-types.js';
import type { Operation, Service } from '../operation.js';
import type { DocumentSchemas } from '../validators/document/document-schemas.js';
import type { CoreFeature } from '../client/options/options.js';

/** An emulator, with the members that the surfaces of a package use. */
export interface EmulatedService {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The state as JSON. */
  readonly save: () => unknown;
  /** Loads a state. Throws if it is none of this service. */
  readonly load: (saved: unknown) => void;
}

/** The addresses and scopes of the spec for signing in. */
export interface ToolSignIn extends SignInAddresses {
  readonly scopes: readonly string[];
}

/** A package, for its command line and its MCP server. */
export interface ToolPackage {
  /** Name of the package: `@acme/pet-store`. */
  readonly name: string;
  /** Name of the command line; that of the MCP server ends in `-mcp`. */
  readonly command: string;
  readonly service: Service;
  /** The features of its client beside those of all clients. */
  readonly features?: readonly CoreFeature[] | undefined;
  /** Descriptors by the names in the client: `pets.insert`, `shops.pets.list`. */
  readonly operations: Readonly<Record<string, Operation<never, unknown>>>;
  /** Properties of bodies that are bytes, by the names of operations: `{ 'pets.insert': ['photo'] }`. Default: none. */
  readonly files?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The OpenAPI document: schemas, summaries, scopes, servers. */
  readonly document: JsonObject;
  /** The schemas that the validators use. Default: those of the document. */
  readonly schemas?: DocumentSchemas | undefined;
  readonly signIn?: ToolSignIn | undefined;
  /** Starts the emulator of the package, if it has one. */
  readonly createEmulator?: (() => Promise<EmulatedService>) | undefined;
}
