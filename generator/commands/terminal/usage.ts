/** Calls and flags of each command, as `speccast help` lists them; every flag that a command takes stands here. */
const calls: ReadonlyMap<string, string> = new Map([
  [
    'init',
    `\
  speccast init [folder] [--name <service>] [--package <npm name>] [--spec <file>] [--json]
                                             starts a project: configuration, example spec, scripts, a test
      --name <service> --package <npm name>  what is made is called; default: petstore, @<project>/petstore
      --spec <file>                          a spec of yours instead of the example
`,
  ],
  [
    'generate',
    `\
  speccast generate [service...]             writes the packages of specs/speccast.yaml
      --check                                writes nothing; prints a diff and exits 1 when out of date
      --watch                                generates again whenever a spec changes
      --json                                 prints {files, diagnostics, inputs, outputs} and more as JSON
      --print api                            prints the intermediate representation as JSON
      --config <file>                        another file than specs/speccast.yaml
      --no-overlays --out <folder>           the same from the documents alone, each package below <folder>
      --release [--bump patch|minor|major]   raises the version as the changes since the last release call for, at least
                                             by --bump, and tells them in CHANGELOG.md; with --check: is one due?
  speccast generate --spec <file> --out <folder> [--name <package>] [--format] [--check] [--json]
                                             the same for any OpenAPI 3.0 or 3.1 document, YAML or JSON,
                                             or Google API Discovery document
      --format                               prettier formats the code, which takes most of the time; the packages of
                                             specs/speccast.yaml are formatted unless they say \`format: false\`
      --overlay <file> [--overlay <file>]    overlay documents, applied to it in this order
      --allow-ref <folder or address>        lets references leave the folder of the spec, to there and below; may be
                                             given several times; nothing else is read, and nothing is fetched
`,
  ],
  [
    'validators',
    `\
  speccast validators <file.json> --out <file.ts> [--formats assert|annotate]
                                             validators for {"schemas": {name: JSON Schema}};
      --places --lenient                     issues say their file, line and column; checkLeniently is there, too
`,
  ],
  [
    'mock',
    `\
  speccast mock <service or spec file>       starts the emulator and prints its address
      --port <n> --host <name>               where it listens; port 0 picks a free one
      --profile documented|vendor|lenient --hostile <n> --seed <n>
      --scenario <file> --state <file>       what it begins with; where it keeps its state
      --watch                                begins anew when the scenario or the spec changes
      --https-key <file> --https-cert <file> --http2
      --control-token <token> | --no-control who may use /__mock, if anybody
      --overlay <file> | --no-overlays       with overlays of a spec file; without those of a service
      --config <file>                        another file than specs/speccast.yaml
`,
  ],
  [
    'diff',
    `\
  speccast diff <old spec> <new spec> [--json]
                                             lists what changed, each breaking, feature or fix, and the next version;
                                             either may be the name of a service
      --fail-on breaking|feature|fix         exits 1 where there is a change of that kind or a worse one
      --old-overlay <file> --new-overlay <file>
                                             overlays of a spec file; may be given several times
      --allow-ref <folder or address>        lets references leave the folder of a spec, to there and below
      --config <file>                        another file than specs/speccast.yaml
`,
  ],
  [
    'drift',
    `\
  speccast drift <service> <document> [--known <drift.yaml>] [--json]
                                             compares a service with a Discovery or OpenAPI document of it
      --config <file>                        another file than specs/speccast.yaml
`,
  ],
]);

const title = 'speccast casts TypeScript packages from OpenAPI documents: client, validators, emulator.\n';
const exitCodes = 'Exit codes: 0 done, 1 refused or out of date, 2 wrong usage.\n';

/** What `speccast help` prints. */
export const usage: string = `${title}
${[...calls.values()].join('')}  speccast help [command] | --version

\`speccast help <command>\` shows examples, too. ${exitCodes}`;

/** Commands that have a page of their own. */
export const documented: readonly string[] = [...calls.keys()];

/** What follows a wrong call: the calls of that command, or which commands there are. */
export function shortUsage(command: string): string {
  const own = calls.get(command);
  if (own !== undefined) return `${own}\n\`speccast help ${command}\` shows examples.\n`;
  return `Commands: ${documented.join(', ')}, help. \`speccast help\` describes them.\n`;
}

/** What `speccast <command> --help` prints: its calls, its flags and an example. */
export function commandHelp(command: string): string | undefined {
  const own = calls.get(command);
  return own === undefined ? undefined : `${own}${examples.get(command) ?? ''}\n${exitCodes}`;
}

/** What `speccast <command> --help` adds to the calls; lines that begin with two spaces and `speccast` can be typed. */
export const examples: ReadonlyMap<string, string> = new Map([
  [
    'init',
    `
Examples of init

  speccast init                                             here, with a small spec of pets
  speccast init shop --name orders --package @shop/orders   in a new folder
  speccast init --name orders --spec orders.yaml            with a spec that you have

It only adds: nothing that exists is overwritten, and what was left alone is listed. Then it says what to do next.
`,
  ],
  [
    'generate',
    `
Examples of generate

  speccast generate                   every service of specs/speccast.yaml
  speccast generate petstore          one of them
  speccast generate --check           in CI: exits 1 and shows a diff where somebody forgot to generate
  speccast generate --watch           while a spec is being written
  speccast generate --release         next version, changelog, released.json; then commit and publish
  speccast generate --spec openapi.yaml --out packages/pets --name @acme/pets
`,
  ],
  [
    'validators',
    `
Example of validators. With schemas.json

  {"schemas": {"Size": {"type": "integer", "minimum": 0}}, "remotes": {}}

run

  speccast validators schemas.json --out src/validators.ts

which writes one module that imports nothing:

  import { validators } from './validators.js';

  validators.Size.is(3);      // true
  validators.Size.check(-1);  // [{ message: 'must be at least 0', path: [], keyword: 'minimum', schema: '#/minimum' }]

"remotes" holds the documents that a $ref may lead to, by URI; nothing is fetched. "format" merely tells, as draft
2020-12 demands; with --formats assert it is judged.
`,
  ],
  [
    'mock',
    `
Examples of mock

  speccast mock petstore                          a service of specs/speccast.yaml
  speccast mock openapi.yaml --port 4010 --watch  any document, served anew when it changes
  speccast mock petstore --state pets.json        what was inserted is there again the next time

The first line that it prints is its address; SIGTERM or Ctrl+C ends it.
`,
  ],
  [
    'diff',
    `
Examples of diff

  speccast diff openapi-1.4.yaml openapi.yaml
  speccast diff released.yaml petstore --fail-on breaking     in CI: exits 1 where users would have to change code

prints, for a limit that became stricter and a property that is new,

  breaking
    openapi.yaml:14:44 operations.pets.list.parameters.limit: maximum is 20, and was 50 (sent; pets.list)

  features
    openapi.yaml:31:16 schemas.Pet.color: the property "color" is new (received; pets.list, pets.get)

  1 breaking, 1 feature: next major, 1.4.0 -> 2.0.0
`,
  ],
  [
    'drift',
    `
Example of drift. Where the vendor of a service publishes its own description, this says what the spec lacks or
contradicts:

  speccast drift video-platform youtube-v3.discovery.json

Differences that are meant stand in drift.yaml beside the spec, each with its reason.
`,
  ],
]);
