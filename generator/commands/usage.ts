/** What `speccast help` prints, and what follows a wrong call. */
export const usage = `speccast casts TypeScript packages from OpenAPI documents: client, validators, emulator.

  speccast generate [service...]             writes the packages of specs/speccast.yaml
      --check                                writes nothing; prints a diff and exits 1 when out of date
      --watch                                generates again whenever a spec changes
      --json                                 prints {files, diagnostics} as one JSON object
      --print api                            prints the intermediate representation as JSON
      --config <file>                        another file than specs/speccast.yaml
      --no-overlays --out <folder>           the same from the documents alone, each package below <folder>
  speccast generate --spec <file> --out <folder> [--name <package>] [--check] [--json]
                                             the same for any OpenAPI 3.0 or 3.1 document, YAML or JSON,
                                             or Google API Discovery document
      --overlay <file> [--overlay <file>]    overlay documents, applied to it in this order
      --allow-ref <folder or address>        lets references leave the folder of the spec, to there and below; may be
                                             given several times; nothing else is read, and nothing is fetched
  speccast validators <file.json> --out <file.ts> [--formats assert|annotate]
                                             validators for {"schemas": {name: JSON Schema}};
      --places --lenient                     issues say their file, line and column; checkLeniently is there, too
  speccast mock <service or spec file>       starts the emulator and prints its address
      --port <n> --host <name>               where it listens; port 0 picks a free one
      --profile documented|vendor|lenient --hostile <n> --seed <n>
      --scenario <file> --state <file>       what it begins with; where it keeps its state
      --watch                                begins anew when the scenario or the spec changes
      --https-key <file> --https-cert <file> --http2
      --control-token <token> | --no-control who may use /__mock, if anybody
      --overlay <file> | --no-overlays       with overlays of a spec file; without those of a service
  speccast drift <service> <document> [--known <drift.yaml>] [--json]
                                             compares a service with a Discovery or OpenAPI document of it
  speccast help | --version

Exit codes: 0 done, 1 refused or out of date, 2 wrong usage.
`;

/** What `speccast <command> --help` adds to the usage. */
export const examples: ReadonlyMap<string, string> = new Map([
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
]);
