import type { Command } from './terminal/console.js';
import { describeOptionFlags } from './terminal/option-flags.js';

/** One command of the command line. */
interface CommandEntry {
  /** Loads its code: each command only when it is called. */
  readonly load: () => Promise<Command>;
  /** Calls and flags, as `speccast help` prints them. The line `<options>` is replaced by the flags of `options.ts`. */
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
                                             creates a project: configuration, scripts, a test and the generated
                                             package; with --name, adds a service to an existing project
      --name <service> --package <npm name>  sets the names; default: petstore and @<project>/petstore
      --spec <file or https address>         uses your spec instead of an example
      --from <file or tool>                  imports the configuration of stainless, hey-api, orval or
                                             openapi-typescript: names, paging, output; lists unsupported settings
      --source <folder>                      generates plain source into a folder of an application, without a package
      --parts client,validators,emulator     generates these parts only
      --header <Name>=<VARIABLE>             adds a header to requests for the spec; its value is that of VARIABLE
`,
      examples: `
Examples of init

  speccast init                                             in this folder, with an example spec
  speccast init shop --name orders --package @shop/orders   in a new folder
  speccast init --name orders --spec orders.yaml            with your own spec
  speccast init --spec orders.yaml --source src/api         source for an application
  speccast init https://api.example.com/openapi.yaml        fetches a copy into specs/
  speccast init --from stainless.yml --spec openapi.yaml    moves from Stainless
  speccast init --from openapi-ts.config.ts                 moves from hey-api
  speccast init --from orval --name orders                  moves one project from orval

It overwrites no file and lists the files that it kept. If the spec has errors, it writes nothing. At the end it prints
the next steps as commands of your package manager.
`,
    },
    generate: {
      load: async () => (await import('./generate/generate.js')).generateCommand,
      calls: `\
  speccast generate [service...]             generates the packages of specs/speccast.yaml
      --check                                writes nothing; prints a diff and exits 1 when the output is out of date
      --watch                                generates again whenever a spec changes
      --json                                 prints files, diagnostics, inputs and outputs as JSON
      --print api                            prints the intermediate representation as JSON
      --print operations [--json]            lists operations with ids and methods; + marks the generated ones
      --config <file>                        reads another file than specs/speccast.yaml
      --no-overlays --out <folder>           generates without overlays, each package into a folder below <folder>
      --release [--bump patch|minor|major]   sets the versions that the changes since the last release need, raised by
                                             at least --bump; updates CHANGELOG.md; with --check, exits 1 if one is due
  speccast generate --spec <file> --out <folder> [--name <package>] [--format] [--check] [--json]
                                             generates one package from an OpenAPI 3.0, 3.1 or 3.2, Swagger 2.0
                                             (YAML or JSON) or Google API Discovery document; keeps a copy of an
                                             https address in <folder>.spec
<options>
      --overlay <file> [--overlay <file>]    applies overlay documents to the spec, in this order
      --include <pattern> --exclude <pattern>
                                             selects operations: tag:orders, id:books.*, path:/v1/**, method:get or
                                             deprecated; path:/v1/**,method:get selects operations that match
                                             both; you can repeat these flags
      --allow-ref <folder or URL>            allows references to files below it; you can repeat this flag;
                                             by default, references reach only files in the spec's folder
      --header <Name>=<VARIABLE>             adds a header to requests for the spec; its value is that of VARIABLE
`,
      examples: `
Examples of generate

  speccast generate                   every service of specs/speccast.yaml
  speccast generate petstore          one of them
  speccast generate --check           in CI: prints a diff and exits 1 if the output is out of date
  speccast generate --watch           while you write a spec
  speccast generate --release         sets the version, updates the changelog; then commit and publish
  speccast generate --spec openapi.yaml --out packages/pets --name @acme/pets
  speccast generate --spec openapi.yaml --out src/api --source --parts client
  speccast generate --spec openapi.yaml --out orders --include tag:orders --exclude deprecated
`,
    },
    build: {
      load: async () => (await import('./build.js')).buildCommand,
      calls: `\
  speccast build [service...] [--json]       builds dist of each package of specs/speccast.yaml whose sources are newer
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Examples of build

  speccast build              every package
  speccast build petstore     one of them

It runs \`build.js\` of the package, like \`npm run build\` in its folder. \`speccast init\` adds a script \`prepare\` that runs
this command after each install, so that you can import the package.
`,
    },
    validators: {
      load: async () => (await import('./validators.js')).validatorsCommand,
      calls: `\
  speccast validators <file> --out <file.ts> [--formats assert|annotate]
                                             compiles validators from {"schemas": {name: JSON Schema}}, or from
                                             the named schemas of an OpenAPI, Swagger 2.0 or Discovery document
      --positions --lenient                  adds file, line and column to issues; adds the function checkLeniently
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

"remotes" contains other documents for $ref, by URI; nothing is fetched. "format" is an annotation, as in
draft 2020-12; --formats assert validates it.
`,
    },
    mock: {
      load: async () => (await import('./mock/mock.js')).mockCommand,
      calls: `\
  speccast mock <service, file or address>...
                                             starts an emulator for each on one port, and prints the addresses
      --port <n> --host <name>               sets port and host; port 0 picks a free port
      --profile documented|vendor|lenient --hostile <n> --seed <n>
      --auth strict                          accepts only tokens that it issued or that the scenario names
      --sign-in <file.json>                  sets clients, redirect addresses and users of the sign-in
      --scenario <file> --state <file>       loads initial data; keeps the state in a file, or a folder for several
      --empty                                starts without samples, and without seeded rows that callers can create
      --log | --no-log                       prints a line for each request; default: only in a terminal
      --state-sync off --max-body <size>     writes the state faster, but a power cut may lose it; limits bodies (64MiB)
      --webhook-url <address> --webhook-secret <secret> --webhook-allow <hosts>
                                             sets the address and signing key of webhooks, and further allowed hosts
      --upstream <url> [--json]              forwards requests to a real service, and prints violations of the spec
      --upstream-timeout <time> --fail-on violations|warnings|never
      --fallback emulator                    responds in place of that service to requests that it does not implement
      --record <file.har> | --replay <file.har>
                                             records the responses of the service; replays them without it
      --explain [--json]                     prints the behaviour of each operation and its reason, and exits
      --watch                                restarts when the scenario or the spec changes
      --https-key <file> --https-cert <file> --http2
      --control-token <token> | --no-control protects /__mock with a token, or turns it off; the variable
                                             EMULATOR_CONTROL_TOKEN keeps the token out of process lists
      --overlay <file> | --no-overlays       applies overlays to a spec file; ignores the overlays of a service
      --include <pattern> --exclude <pattern>
                                             selects operations of a spec file, as for generate
      --header <Name>=<VARIABLE>             adds a header to requests for the spec; its value is that of VARIABLE
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Examples of mock

  speccast mock petstore                          a service of specs/speccast.yaml
  speccast mock openapi.yaml --port 4010 --watch  a spec file; restarts when it changes
  speccast mock openapi.yaml --explain            prints for each operation whether it stores data or returns samples
  speccast mock pets.yaml orders.yaml             two on one port, each at its base path or below its name
  speccast mock petstore --state pets.state       keeps the data for the next start
  speccast mock petstore --upstream https://api.example.com --record pets.har
  speccast mock petstore --replay pets.har

It prints its address first. SIGTERM or Ctrl+C stops it.
`,
    },
    diff: {
      load: async () => (await import('./diff.js')).diffCommand,
      calls: `\
  speccast diff <old spec> <new spec> [--json]
                                             lists changes (breaking, feature or fix) and the next version;
                                             a spec is a file, an https address or the name of a service
      --fail-on breaking|feature|fix         exits 1 on a change of this kind or a more severe one
      --old-overlay <file> --new-overlay <file>
                                             applies overlays to a spec file; you can repeat these flags
      --allow-ref <folder or URL>            allows references to files below it
      --header <Name>=<VARIABLE>             adds a header to requests for the spec; its value is that of VARIABLE
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Examples of diff

  speccast diff openapi-1.4.yaml openapi.yaml
  speccast diff released.yaml petstore --fail-on breaking     in CI: exits 1 on a breaking change

For a stricter limit and a new property it prints

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
                                             updates the local copies of specs at https addresses, and shows the diff;
                                             with --check, writes nothing and exits 1 if a copy is out of date
      --spec <address> --out <folder>        updates the copy that \`generate\` made with the same flags
      --header <Name>=<VARIABLE>             adds a header to requests for the spec; its value is that of VARIABLE
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Examples of pull

  speccast pull                                       every service whose spec is an address
  speccast pull petstore --header Authorization=AUTH  sends the value of the variable AUTH, such as "Bearer …"
  speccast pull --check                               in a nightly job: exits 1 if the service changed its spec

It does not replace a copy that you edited, or a copy whose new version has errors.
`,
    },
    drift: {
      load: async () => (await import('./drift.js')).driftCommand,
      calls: `\
  speccast drift <service> <document> [--known <drift.yaml>] [--json]
                                             compares a service with its published Discovery or OpenAPI document
      --header <Name>=<VARIABLE>             adds a header to requests for the spec; its value is that of VARIABLE
      --config <file>                        reads another file than specs/speccast.yaml
`,
      examples: `
Example of drift. If the vendor of a service publishes a spec, this lists how your spec differs from it:

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
