import type { Tool } from '../../tools/catalogue.js';
import type { SchemaFacts } from './schema-facts.js';

/** An option of a command, as parsing, help and completion read it. */
export interface CliOption {
  /** Name without dashes: `max-results`. */
  readonly name: string;
  readonly short?: string;
  /** Placeholder of its value in the help: `file`. Absent if it takes none. */
  readonly value?: string;
  /** True if the value may be left out: `--dry-run` or `--dry-run=curl`. */
  readonly isOptional?: boolean;
  /** Known values of the option, or of the items of its list; help and completion show them. */
  readonly choices?: readonly string[] | undefined;
  readonly description: string;
  /** Returns whether it applies to an operation. Default: it applies to all. */
  readonly fits?: (tool: Tool) => boolean;
  /** The parameter or property that it sets; absent for options such as `--json`. */
  readonly target?: OptionTarget;
}

/** The value that an option sets: a parameter, a property inside one, or a property of the body. */
export interface OptionTarget {
  /** Names from the params object down to the value: `['body', 'snippet', 'title']`. */
  readonly steps: readonly string[];
  readonly facts: SchemaFacts;
  /** True for `--no-…`, which sets the value to false. */
  readonly isNegated?: boolean;
  /** True if it is a file, or several, of a multipart body. */
  readonly isFile: boolean;
  readonly isRequired?: boolean;
  /** True if all operations of the service take it. */
  readonly isCommon?: boolean;
}

const takesMedia = ({ media }: Tool) => media !== undefined;
const isList = ({ isList }: Tool) => isList;

/** Options of calls. A parameter with the name of one of them is `--param.<name>`. */
export const callOptions: readonly CliOption[] = [
  {
    name: 'body',
    value: 'json',
    description: "The body: '{…}', @file.json, or - for stdin. Options for its properties replace values in it.",
    fits: ({ body }) => body !== undefined,
  },
  { name: 'media', value: 'file', description: 'The file to upload; - for stdin.', fits: takesMedia },
  {
    name: 'media-type',
    value: 'type',
    description: 'Media type of the upload. Default: by the name of the file.',
    fits: takesMedia,
  },
  { name: 'all', description: 'All items of all pages, written as they arrive.', fits: isList },
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
  { name: 'no-validate', description: 'Sends the request even if the specification does not allow it.' },
];

/** Options that every command takes. */
export const globalOptions: readonly CliOption[] = [
  { name: 'emulator', description: 'Calls the emulator of the package in this process instead of the service.' },
  {
    name: 'emulator-state',
    value: 'file',
    description: 'Like --emulator, and keeps its state in a file between runs.',
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
    description: 'OpenID Connect issuer, whose addresses replace those of the specification.',
  },
  { name: 'port', value: 'n', description: 'Port on 127.0.0.1 that the browser comes back to. Default: a free one.' },
  { name: 'no-browser', description: 'Prints the address and opens no browser.' },
];

/** Finds an option that is not a parameter or property of an operation. */
export function findCommonOption(name: string): CliOption | undefined {
  return [...callOptions, ...globalOptions, ...loginOptions].find((option) => option.name === name);
}

/** Names that options for parameters and properties cannot have. */
export const reservedNames: ReadonlySet<string> = new Set([...callOptions, ...globalOptions].map(({ name }) => name));
