/** A file of a public repository, at a commit. */
export interface PublicFile {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  /** SHA-256 of its text. */
  readonly hash: string;
}

/** A package that Stainless made, whose document is public. */
export interface PublicSdk {
  readonly name: string;
  /** Where its calls are listed; some have a page for each resource besides. */
  readonly pages: readonly PublicFile[];
  readonly document: PublicFile;
  /** Its configuration, where that is public; otherwise one is derived from the pages. */
  readonly settings?: PublicFile;
  /** Calls that the package does not have, with the reason. */
  readonly missing: { readonly [path: string]: string };
}

const second = 'a second method of an operation, which has one';
const ofClient = 'a method of the client itself; methods are in resources';
const cased = 'in a casing that `custom_casings` says, which no page shows';

function of(repository: string, commit: string): (path: string, hash: string) => PublicFile {
  return (path, hash) => ({ repository, commit, path, hash });
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
      openai('api.md', '6c43930ecf3e7b871a623f203c7d196bbbd280c251a55d6713ac461e559127fa'),
      openai('src/resources/responses/api.md', '8096ab8a122d7a14d44431f27f3bfbd1cf5c3a84e149bedfba38c64a504afa4e'),
      openai('src/resources/conversations/api.md', 'b749e7dd932f14bf2dd20c79aa8e1cb1def36336f1f80e103db439744eff1064'),
      openai('src/resources/realtime/api.md', 'b87e8b7a91e379cd78888ff0f2cc642d2d26b07c99485246282daa4faa43194f'),
      openai('src/resources/webhooks/api.md', '02f740efd02961c0eae013372cbdafa374a337cd3b6133de27498c6980c67624'),
    ],
    document: openai(
      'api_reference/openapi.transformed.yml',
      '98d75b34112b8e6b3c587764ee2cbf7236ebb8b605f57a24866500d72dd974a8',
    ),
    missing: { 'fineTuning.checkpoints.permissions.list': second },
  },
  {
    name: 'onebusaway',
    pages: [busSdk('api.md', '0209c8190715c0f70022b3d3482a33fab522ec4e7fcfdedc4a05bab8abf4f037')],
    document: bus('stainless/openapi.yml', '977d906002b853801259f210ac4dae12f1b42f873f51f53c1e43ba19add0ea15'),
    settings: bus(
      'stainless/openapi.stainless.yml',
      'dc758720aa5b4a6b45a600597026e3d678bd9d0caea83b279762f07b0b7a855c',
    ),
    missing: {},
  },
  {
    name: 'lithic',
    pages: [lithicSdk('api.md', '64a00c6b0e6749fb358a87363a28fe229745c2b10d76b6a1deab3f63ed9b4553')],
    document: lithic('lithic-openapi.yml', '757678e933601f08b82ab0e298d810e20033215acb00d28cc75239ad57e2246b'),
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
  },
  {
    name: 'modern-treasury',
    pages: [treasurySdk('api.md', '1f050d2f1aeda0a45ca6ec32cd197ec624842e89b43ef56de5d585e63e8952fe')],
    document: treasury(
      'openapi/mt_openapi_spec_v1.yaml',
      '28c97c2abc5d3d2b526e480f2a4e30cae8cca115500123bb9320ba8f9cedcb3d',
    ),
    missing: { ping: ofClient },
  },
  {
    name: 'lumaai',
    pages: [lumaSdk('api.md', '20880cd83e02d935b647e94d96a4394c0e8381c557a46c50fb24f0dfaec25a46')],
    document: luma('openapi.yaml', '770dd462606510ea6ada5a48682a8e9e1666f4107bbd46faf875b25383629275'),
    settings: luma('openapi.stainless.yml', '5da4c0e8cfe4c2e0cbaf6b0751c4c8956466fb30426252d3c005d3b0be0fef73'),
    missing: { 'generations.video.create': second },
  },
];
