/** True if the packages under test carry the public facts too; else they are made from the documents alone. */
export const published: boolean = process.env['PACKAGES'] === undefined;
