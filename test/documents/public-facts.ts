/** True for the packages in `generated/`, whose overlays add public facts; false for packages that were generated from the documents alone. */
export const hasPublicFacts: boolean = process.env['PACKAGES'] === undefined;
