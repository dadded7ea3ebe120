import type { JsonObject } from '../json.js';
import type { SignInAddresses } from '../node/sign-in-types.js';
import type { Operation, Service } from '../operation.js';
import type { DocumentSchemas } from '../validators/document/document-schemas.js';
import type { CoreFeature } from '../client/options/options.js';

/** The part of an emulator that the command line and the MCP server use. */
export interface EmulatedService {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The state as JSON. */
  readonly save: () => unknown;
  /** Loads a state; throws if it is not one of this service. */
  readonly load: (saved: unknown) => void;
}

/** The addresses and scopes for signing in, from the spec. */
export interface ToolSignIn extends SignInAddresses {
  readonly scopes: readonly string[];
}

/** The description of a generated package, for its command line and its MCP server. */
export interface ToolPackage {
  /** Name of the package: `@acme/pet-store`. */
  readonly name: string;
  /** Name of the command line: `pet-store`. That of the MCP server is `pet-store-mcp`. */
  readonly command: string;
  readonly service: Service;
  /** Features of its client that not all clients have. */
  readonly features?: readonly CoreFeature[] | undefined;
  /** Descriptors by the names in the client: `pets.insert`, `shops.pets.list`. */
  readonly operations: Readonly<Record<string, Operation<never, unknown>>>;
  /** Properties of bodies that are bytes, by name of the operation: `{ 'pets.insert': ['photo'] }`. Default: none. */
  readonly files?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The OpenAPI document: schemas, summaries, scopes, servers. */
  readonly document: JsonObject;
  /** The schemas that the validators use. Default: those of the document. */
  readonly schemas?: DocumentSchemas | undefined;
  readonly signIn?: ToolSignIn | undefined;
  /** Starts the emulator of the package, if it has one. */
  readonly createEmulator?: (() => Promise<EmulatedService>) | undefined;
}
