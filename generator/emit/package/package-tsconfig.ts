/** tsconfig.json of a generated package: as strict as TypeScript goes, and enough to build it anywhere. */
export const packageTsconfig: object = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    rootDir: 'src',
    // Types alone, and aside: `build.js` makes the code, and joins the types that are published.
    outDir: 'node_modules/.cache/types',
    composite: true,
    tsBuildInfoFile: 'node_modules/.cache/types/.tsbuildinfo',
    declaration: true,
    emitDeclarationOnly: true,
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
