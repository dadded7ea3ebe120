import type { Tool } from '../../tools/catalogue.js';

/** An option that is the same for all operations. */
export interface CommonOption {
  readonly name: string;
  readonly short?: string;
  /** Its value, as help names it; absent where it takes none. */
  readonly value?: string;
  /** Its value may be left out, and is given with `=`. */
  readonly optional?: true;
  readonly choices?: readonly string[];
  readonly description: string;
  /** Whether a call of an operation takes it. Default: each does. */
  readonly fits?: (tool: Tool) => boolean;
}

const takesBody = (tool: Tool): boolean => tool.body !== undefined;
const takesMedia = (tool: Tool): boolean => tool.media !== undefined;
const isList = (tool: Tool): boolean => tool.isList;

/** Options of calls. Their names are taken: a parameter of the same name is `--param.<name>`. */
export const callOptions: readonly CommonOption[] = [
  {
    name: 'body',
    value: 'json',
    description: "The body: '{…}', @file.json, or - for stdin. Flags for its properties change what it holds.",
    fits: takesBody,
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
    optional: true,
    choices: ['curl'],
    description: 'Prints the request without secrets, or as a curl command, and sends nothing.',
  },
  { name: 'no-validate', description: 'Sends what the specification does not allow.' },
];

/** Options that every command takes. */
export const globalOptions: readonly CommonOption[] = [
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
export const loginOptions: readonly CommonOption[] = [
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

/** Names that parameters and properties of bodies cannot have for themselves. */
export const reservedNames: ReadonlySet<string> = new Set([...callOptions, ...globalOptions].map(({ name }) => name));
