/** A file or a folder of a public repository, at a commit. */
export interface PublicFile {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
}

/** A package that Stainless made, whose document is public. */
export interface PublicSdk {
  readonly name: string;
  /** Where its calls are listed; some have a page for each resource besides. */
  readonly pages: readonly PublicFile[];
  /** The folder of its tests, which call each of them with values. */
  readonly tests: PublicFile;
  readonly document: PublicFile;
  /** Its configuration, where that is public; otherwise one is derived from the pages. */
  readonly settings?: PublicFile;
  /** Calls that the package does not have, with the reason. */
  readonly missing: { readonly [path: string]: string };
  /** Calls that it has, with values that its tests pass and the document does not take. */
  readonly differs: { readonly [path: string]: string };
}

const amount = 'without an amount, which the document requires in one of two types';
const second = 'a second method of an operation, which has one';
const ofClient = 'a method of the client itself; methods are in resources';
const cased = 'in a casing that `custom_casings` says, which no page shows';

function of(repository: string, commit: string): (path: string) => PublicFile {
  return (path) => ({ repository, commit, path });
}

const openai = of('openai/openai-node', '7b7d6ca71130d37ec09792c50056b47861f2eccf');
const busSdk = of('OneBusAway/js-sdk', 'f3ca3f47613e2522ead33f4398984cdb47423622');
const bus = of('OneBusAway/sdk-config', '8beada5ce601b63042cbcc0ae7b48275e8fdda1e');
const lithicSdk = of('lithic-com/lithic-node', '22be5971dcd10827314fc7b631fbb6619ccc3c36');
const lithic = of('lithic-com/lithic-openapi', '225e0708c9248e9b5051b98ad6f8a6cdc0b1eff0');
const treasurySdk = of('Modern-Treasury/modern-treasury-node', '6dea66ee0a28a34299703f515ca479906b1f922e');
const treasury = of('Modern-Treasury/modern-treasury-openapi', 'fce4ea0ecf7a5393d1187c975f080c409a1a100e');
const lumaSdk = of('lumalabs/lumaai-node', 'be2c3c4c2ef8c861d001c0a5aa9335757f093c98');
const luma = of('lumalabs/lumaai-api', '2520034b213e6c5214c11210d5cdedd1c026ee39');

/** The packages that are compared; those with `settings` are left by their own configuration. */
export const sdks: readonly PublicSdk[] = [
  {
    name: 'openai',
    pages: [
      openai('api.md'),
      openai('src/resources/responses/api.md'),
      openai('src/resources/conversations/api.md'),
      openai('src/resources/realtime/api.md'),
      openai('src/resources/webhooks/api.md'),
    ],
    tests: openai('tests/api-resources'),
    document: openai('api_reference/openapi.transformed.yml'),
    missing: { 'fineTuning.checkpoints.permissions.list': second },
    differs: { 'beta.responses.compact': 'a header by a name that the configuration gives it, which is not public' },
  },
  {
    name: 'onebusaway',
    pages: [busSdk('api.md')],
    tests: busSdk('tests/api-resources'),
    document: bus('stainless/openapi.yml'),
    settings: bus('stainless/openapi.stainless.yml'),
    missing: {},
    differs: {},
  },
  {
    name: 'lithic',
    pages: [lithicSdk('api.md')],
    tests: lithicSdk('tests/api-resources'),
    document: lithic('lithic-openapi.yml'),
    missing: {
      apiStatus: ofClient,
      'transactions.simulateCreditAuthorizationAdvice': second,
      'threeDS.authentication.retrieve': cased,
      'threeDS.authentication.simulate': cased,
      'threeDS.authentication.simulateOtpEntry': cased,
      'threeDS.decisioning.challengeResponse': cased,
      'threeDS.decisioning.retrieveSecret': cased,
      'threeDS.decisioning.rotateSecret': cased,
    },
    differs: { 'externalBankAccounts.create': 'with a value that no alternative of the body takes' },
  },
  {
    name: 'modern-treasury',
    pages: [treasurySdk('api.md')],
    tests: treasurySdk('tests/api-resources'),
    document: treasury('openapi/mt_openapi_spec_v1.yaml'),
    missing: { ping: ofClient },
    differs: {
      'internalAccounts.balanceReports.create': amount,
      'ledgerTransactions.create': amount,
      'ledgerTransactions.createPartialPost': amount,
      'paymentOrders.create': 'with a file in an object of a list; in a form, files are parts',
      'transactions.create': amount,
    },
  },
  {
    name: 'lumaai',
    pages: [lumaSdk('api.md')],
    tests: lumaSdk('tests/api-resources'),
    document: luma('openapi.yaml'),
    settings: luma('openapi.stainless.yml'),
    missing: { 'generations.video.create': second },
    differs: {},
  },
];
