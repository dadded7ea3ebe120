import type { Tool } from '../../tools/catalogue.js';
import type { SchemaFacts } from './schema-facts.js';

/** An option of a command: a row of the table that parsing, help and completion read. */
export interface CliOption {
  /** Without dashes: `max-results`. */
  readonly name: string;
  readonly short?: string;
  /** Its value in one word, as help shows it: `file`; absent where it takes none. */
  readonly value?: string;
  /** The value may be left out, and is written after `=`. */
  readonly isOptional?: boolean;
  /** All values that it, or the items of its list, may have; absent where any others are allowed. */
  readonly choices?: readonly string[] | undefined;
  readonly description: string;
  /** Tells whether calls of an operation take it. Default: all do. */
  readonly fits?: (tool: Tool) => boolean;
  /** The part of the call that it sets; absent for options that are the same for all operations. */
  readonly target?: OptionTarget;
}

/** The value that an option sets: a parameter, or one below it or below the body. */
export interface OptionTarget {
  /** Names from the params object down to the value: `['body', 'snippet', 'title']`. */
  readonly steps: readonly string[];
  readonly facts: SchemaFacts;
  /** Written as `--no-…`: the value is false. */
  readonly isNegated?: boolean;
  /** A part of the body that is a file, or several. */
  readonly isFile: boolean;
  readonly isRequired?: boolean;
  /** All operations of the service take it. */
  readonly isCommon?: boolean;
}

const takesMedia = ({ media }: Tool) => media !== undefined;
const isList = ({ isList }: Tool) => isList;

/** Options of calls. A parameter that has the name of one is `--param.<name>`. */
export const callOptions: readonly CliOption[] = [
  {
    name: 'body',
    value: 'json',
    description: "The body: '{…}', @file.json, or - for stdin. Flags for its properties change what it holds.",
    fits: ({ body }) => body !== undefined,
  },
  { name: 'media', value: 'file', description: 'The file to upload; - for stdin.', fits: takesMedia },
  {
    name: 'media-type',
    value: 'type',
    description: 'Media type of the upload. Default: by the name of the file.',
    fits: takesMedia,
  },
  { name: 'all', description: 'All items of all pages, as they come.', fits: isList },
  { name: 'limit', value: 'n', description: 'The first n items, of as many pages as needed.', fits: isList },
  { name: 'json', description: 'JSON, also on a terminal; errors as one JSON object on stderr.' },
  {
    name: 'select',
    value: 'path',
    description: "Part of the response, as in jq: '.items[].snippet.title', '.items[] | {id, name: .snippet.title}'.",
  },
  { name: 'out', short: 'o', value: 'file', description: 'Writes the response into a file; - for stdout.' },
  { name: 'force', description: 'Overwrites the file of --out.' },
  {
    name: 'dry-run',
    value: 'curl',
    isOptional: true,
    choices: ['curl'],
    description: 'Prints the request without secrets, or as a curl command, and sends nothing.',
  },
  { name: 'no-validate', description: 'Sends what the specification does not allow.' },
];

/** Options that every command takes. */
export const globalOptions: readonly CliOption[] = [
  { name: 'emulator', description: 'Calls the emulator of the package in this process instead of the service.' },
  {
    name: 'emulator-state',
    value: 'file',
    description: 'The same, with the state kept in a file between runs.',
  },
  { name: 'base-url', value: 'url', description: 'Address of the service.' },
  { name: 'verbose', description: 'Logs requests to stderr, without secrets.' },
  { name: 'help', short: 'h', description: 'Shows this help.' },
  { name: 'version', description: 'Shows the version.' },
];

/** Options of `auth login`. */
export const loginOptions: readonly CliOption[] = [
  { name: 'device', description: 'Signs in with a browser on another device, by a code.' },
  { name: 'client-id', value: 'id', description: 'Id of the OAuth client.' },
  {
    name: 'scope',
    value: 'scopes',
    description: 'Scopes to ask for, by commas or repeated. Default: all of the service.',
  },
  {
    name: 'issuer',
    value: 'url',
    description: 'OpenID Connect issuer that has the addresses, instead of those of the specification.',
  },
  { name: 'port', value: 'n', description: 'Port on 127.0.0.1 that the browser comes back to. Default: a free one.' },
  { name: 'no-browser', description: 'Prints the address and opens no browser.' },
];

/** Finds an option of commands that are not about one operation. */
export function findCommonOption(name: string): CliOption | undefined {
  return [...callOptions, ...globalOptions, ...loginOptions].find((option) => option.name === name);
}

/** Names that options for parameters and properties cannot have. */
export const reservedNames: ReadonlySet<string> = new Set([...callOptions, ...globalOptions].map(({ name }) => name));
