/** tsconfig.json of a generated package: as strict as TypeScript goes, and enough to check it anywhere. */
export const packageTsconfig: object = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    rootDir: 'src',
    // The types are checked with it; `build.js` makes what is published.
    declaration: true,
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitOverride: true,
    noFallthroughCasesInSwitch: true,
    verbatimModuleSyntax: true,
    isolatedDeclarations: true,
    skipLibCheck: true,
  },
  include: ['src'],
};
