import type { Command } from './terminal/console.js';
import { describeOptionFlags } from './terminal/option-flags.js';

/** One command of the command line. */
interface CommandEntry {
  /** Loads its code: each command only when it is called. */
  readonly load: () => Promise<Command>;
  /** Its calls and flags, as `speccast help` prints them. The line `<options>` is replaced by the flags of `options.ts`. */
  readonly calls: string;
  /** Examples, which only `speccast help <command>` prints. */
  readonly examples: string;
}

/** All commands but `help`, in the order of `speccast help`. */
export const commands: ReadonlyMap<string, CommandEntry> = new Map(
  Object.entries({
    init: {
      load: async () => (await import('./init/init.js')).initCommand,
      calls: `\
  speccast init [folder] [--name <service>] [--package <npm name>] [--spec <file>] [--json]
                                             starts a project: configuration, scripts, a test, and the generated
                                             package; with --name, adds a service to a project that has one
      --name <service> --package <npm name>  names; default: petstore and @<project>/petstore
      --spec <file or https address>         starts from your spec instead of an example
      --from <file or tool>                  takes over the configuration of stainless, hey-api, orval or
                                             openapi-typescript: names, paging, output; lists what has no counterpart
      --source <folder>                      plain source in a folder of an application, instead of a package
      --parts client,validators,emulator     generates these parts only
      --header <Name>=<VARIABLE>             sends a header with the value of an environment variable to the address
`,
      examples: `
Examples of init

  speccast init                                             in this folder, with a small pet store spec
  speccast init shop --name orders --package @shop/orders   in a new folder
  speccast init --name orders --spec orders.yaml            with your own spec
  speccast init --spec orders.yaml --source src/api         source for an application
  speccast init https://api.example.com/openapi.yaml        fetches a copy into specs/
  speccast init --from stainless.yml --spec openapi.yaml    leaves Stainless
  speccast init --from openapi-ts.config.ts                 leaves hey-api
  speccast init --from orval --name orders                  leaves orval, with one of its projects

It overwrites nothing and lists what it left alone. If the spec has mistakes, it writes nothing. Then it prints the next
steps in the words of your package manager.
`,
    },
    generate: {
      load: async () => (await import('./generate/generate.js')).generateCommand,
      calls: `\
  speccast generate [service...]             generates the packages of specs/speccast.yaml
      --check                                writes nothing; prints a diff and exits 1 when the output is out of date
      --watch                                generates again whenever a spec changes
      --json                                 prints {files, diagnostics, inputs, outputs} and more as JSON
      --print api                            prints the intermediate representation as JSON
      --print operations [--json]            lists the operations, their ids and methods, + if they are generated
      --config <file>                        reads another file than specs/speccast.yaml
      --no-overlays --out <folder>           generates from the documents alone, each package below <folder>
      --release [--bump patch|minor|major]   raises versions as changes since the last release require, at least
                                             by --bump, and updates CHANGELOG.md; with --check: is one due?
  speccast generate --spec <file> --out <folder> [--name <package>] [--format] [--check] [--json]
                                             generates one package from an OpenAPI 3.0, 3.1 or 3.2, Swagger 2.0
                                             (YAML or JSON) or Google API Discovery document; of an https
                                             address, a copy is kept in <folder>.spec
<options>
      --overlay <file> [--overlay <file>]    applies overlay documents to it, in this order
      --include <pattern> --exclude <pattern>
                                             generates some operations only, and what they need: tag:orders,
                                             id:books.*, path:/v1/**, method:get, deprecated; all parts of
                                             path:/v1/**,method:get must hold; may be given several times
      --allow-ref <folder or URL>            allows references to files below it; may be given several times;
                                             by default only the spec's folder is read, and nothing is fetched
      --header <Name>=<VARIABLE>             sends a header with the value of an environment variable to the address
`,
      examples: `
Examples of generate

  speccast generate                   every service of specs/speccast.yaml
  speccast generate petstore          one of them
  speccast generate --check           in CI: exits 1 and prints a diff if somebody forgot to generate
  speccast generate --watch           while you write a spec
  speccast generate --release         next version, changelog, released.json; then commit and publish
  speccast generate --spec openapi.yaml --out packages/pets --name @acme/pets
  speccast generate --spec openapi.yaml --out src/api --source --parts client
  speccast generate --spec openapi.yaml --out orders --include tag:orders --exclude deprecated
`,
    },
    build: {
      load: async () => (await import('./build.js')).buildCommand,
      calls: `\
  speccast build [service...] [--json]       builds dist of the packages of specs/speccast.yaml, where a source is
                                             younger; watching builds them as well
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Examples of build

  speccast build              every package
  speccast build petstore     one of them

It runs \`build.js\` of the package, as \`npm run build\` in its folder does. The script \`prepare\` that \`speccast init\`
writes runs it after each install, so that the package can be imported.
`,
    },
    validators: {
      load: async () => (await import('./validators.js')).validatorsCommand,
      calls: `\
  speccast validators <file> --out <file.ts> [--formats assert|annotate]
                                             compiles validators from {"schemas": {name: JSON Schema}}, or from
                                             the named schemas of an OpenAPI, Swagger 2.0 or Discovery document
      --positions --lenient                  adds file, line and column to issues; adds checkLeniently
`,
      examples: `
Example of validators. With schemas.json

  {"schemas": {"Size": {"type": "integer", "minimum": 0}}, "remotes": {}}

run

  speccast validators schemas.json --out src/validators.ts

which writes one module that imports nothing:

  import { validators } from './validators.js';

  validators.Size.is(3);      // true
  validators.Size.check(-1);  // [{ message: 'must be at least 0', path: [], keyword: 'minimum', schema: '#/minimum' }]

"remotes" holds the documents that a $ref may refer to, by URI; nothing is fetched. "format" is an annotation, as in
draft 2020-12; --formats assert validates it.
`,
    },
    mock: {
      load: async () => (await import('./mock/mock.js')).mockCommand,
      calls: `\
  speccast mock <service, file or address>...
                                             starts emulators on one port, and prints the address of each
      --port <n> --host <name>               where it listens; port 0 picks a free one
      --profile documented|vendor|lenient --hostile <n> --seed <n>
      --auth strict                          accepts only tokens that it issued or that the scenario names
      --sign-in <file.json>                  clients, redirect addresses and users of the sign-in
      --scenario <file> --state <file>       what it starts with; where it keeps its state, a folder for several
      --empty                                starts without samples, and without seeded rows that callers could add
      --log | --no-log                       prints a line about each request; by default in a terminal
      --state-sync off --max-body <size>     keeps it faster, but not through a power cut; default 64MiB
      --webhook-url <address> --webhook-secret <secret> --webhook-allow <hosts>
                                             where webhooks go, signed with what, and where else they may go
      --upstream <url> [--json]              passes requests on to a real service, and prints what contradicts the spec
      --upstream-timeout <time> --fail-on violations|warnings|never
      --fallback emulator                    responds itself where that service lacks something
      --record <file.har> | --replay <file.har>
                                             records what the service responds; responds so without it
      --explain [--json]                     serves nothing; prints what each operation does, and why
      --watch                                restarts when the scenario or the spec changes
      --https-key <file> --https-cert <file> --http2
      --control-token <token> | --no-control protects /__mock with a token, or turns it off; better in the variable
                                             EMULATOR_CONTROL_TOKEN, which lists of processes do not show
      --overlay <file> | --no-overlays       applies overlays to a spec file; leaves out those of a service
      --include <pattern> --exclude <pattern>
                                             serves some operations of a spec file only, as for generate
      --header <Name>=<VARIABLE>             sends a header with the value of an environment variable to the address
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Examples of mock

  speccast mock petstore                          a service of specs/speccast.yaml
  speccast mock openapi.yaml --port 4010 --watch  any document; restarts when it changes
  speccast mock openapi.yaml --explain            what each operation does: what is stored, what is a sample
  speccast mock pets.yaml orders.yaml             several on one port, each at its base path or below its name
  speccast mock petstore --state pets.state       keeps what was inserted for the next time
  speccast mock petstore --upstream https://api.example.com --record pets.har
  speccast mock petstore --replay pets.har

It prints its address first. SIGTERM or Ctrl+C stops it.
`,
    },
    diff: {
      load: async () => (await import('./diff.js')).diffCommand,
      calls: `\
  speccast diff <old spec> <new spec> [--json]
                                             lists changes, each breaking, feature or fix, and the next version;
                                             either may be an https address or the name of a service
      --fail-on breaking|feature|fix         exits 1 on a change of that kind or a worse one
      --old-overlay <file> --new-overlay <file>
                                             applies overlays to a spec file; may be given several times
      --allow-ref <folder or URL>            allows references to files below it
      --header <Name>=<VARIABLE>             sends a header with the value of an environment variable to the address
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Examples of diff

  speccast diff openapi-1.4.yaml openapi.yaml
  speccast diff released.yaml petstore --fail-on breaking     in CI: exits 1 on a breaking change

prints, for a stricter limit and a new property,

  breaking
    openapi.yaml:14:44 operations.pets.list.parameters.limit: maximum is 20, and was 50 (sent; pets.list)

  features
    openapi.yaml:31:16 schemas.Pet.color: the property "color" is new (received; pets.list, pets.get)

  1 breaking, 1 feature: a major version, before 1.0.0 a minor one
`,
    },
    pull: {
      load: async () => (await import('./pull.js')).pullCommand,
      calls: `\
  speccast pull [service...] [--check] [--json]
                                             renews the copies of specs that are addresses, and shows the diff;
                                             with --check it writes nothing, and exits 1 where they differ
      --spec <address> --out <folder>        renews the copy that \`generate\` made with the same flags
      --header <Name>=<VARIABLE>             sends a header with the value of an environment variable to the address
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Examples of pull

  speccast pull                                       every service whose spec is an address
  speccast pull petstore --header Authorization=AUTH  sends the value of the variable AUTH, such as "Bearer …"
  speccast pull --check                               in a nightly job: has the service changed its description?

A copy that was edited by hand, or a document with errors, leaves the copy as it is.
`,
    },
    drift: {
      load: async () => (await import('./drift.js')).driftCommand,
      calls: `\
  speccast drift <service> <document> [--known <drift.yaml>] [--json]
                                             compares a service with a Discovery or OpenAPI document of it
      --header <Name>=<VARIABLE>             sends a header with the value of an environment variable to the address
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Example of drift. If the vendor of a service publishes a description, this lists what your spec lacks or contradicts:

  speccast drift pets pets-v3.discovery.json

List known differences in drift.yaml beside the spec, each with its reason.
`,
    },
  }),
);

const exitCodes = 'Exit codes: 0 done, 1 failed or out of date, 2 wrong usage.\n';

/** Prints the text of `speccast help`. */
export function printUsage(): string {
  const calls = [...commands.values()]
    .map((one) => one.calls)
    .join('')
    .replace('<options>\n', describeOptionFlags);
  return `speccast generates TypeScript packages from OpenAPI documents: client, validators, emulator.

${calls}  speccast help [command] | --version

\`speccast help <command>\` also shows examples. ${exitCodes}`;
}

/** Prints the text of `speccast <command> --help`: its calls, flags and examples. */
export function printCommandHelp({ calls, examples }: CommandEntry): string {
  return `${calls.replace('<options>\n', describeOptionFlags)}${examples}\n${exitCodes}`;
}
