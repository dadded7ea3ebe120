import type { JsonObject } from '../json.js';
import type { SignInAddresses } from '../node/sign-in-types.js';
import type { Operation, Service } from '../operation.js';
import type { DocumentSchemas } from '../validators/document/document-schemas.js';
import type { Feature } from '../client/options/options.js';

/** An emulator, as far as the surfaces of a package use it. */
export interface EmulatedService {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The state as JSON. */
  readonly save: () => unknown;
  /** Throws where it is given no state of this service. */
  readonly load: (saved: unknown) => void;
}

/** Where users sign in, as the spec names it. */
export interface ToolSignIn extends SignInAddresses {
  /** The scopes that the spec names. */
  readonly scopes: readonly string[];
}

/** Everything that the command line and the MCP server of a package are made of. */
export interface ToolPackage {
  /** Of `package.json`: `@acme/pet-store`. */
  readonly name: string;
  /** Name of the command line; that of the MCP server ends in `-mcp`. */
  readonly command: string;
  readonly service: Service;
  /** The features of its client beside those of all clients. */
  readonly features?: readonly Feature[] | undefined;
  /** By their names in the client: `pets.insert`, `shops.pets.list`. */
  readonly operations: Readonly<Record<string, Operation<never, unknown>>>;
  /** Properties of the bodies of operations that are bytes, by the names of these operations. Default: none. */
  readonly files?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The OpenAPI document: schemas, summaries, scopes, servers. */
  readonly document: JsonObject;
  /** The schemas of the document as the validators go by them. Default: as the document has them. */
  readonly schemas?: DocumentSchemas | undefined;
  readonly signIn?: ToolSignIn | undefined;
  /** Starts the emulator of the package, where it has one. */
  readonly createEmulator?: (() => Promise<EmulatedService>) | undefined;
}
