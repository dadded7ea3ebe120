/** Words that TypeScript does not take as the name of a declaration in a module. */
export const reservedWords: ReadonlySet<string> = new Set(
  (
    'arguments as any async await boolean break case catch class const continue debugger default delete do else enum eval ' +
    'export extends false finally for from function get if implements import in infer instanceof interface is keyof let ' +
    'module namespace never new null number object of package private protected public readonly require return set static ' +
    'string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield bigint'
  ).split(' '),
);

const identifierPattern = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** Whether a text may be declared as a variable, function, class or type. */
export function isIdentifier(text: string): boolean {
  return identifierPattern.test(text) && !reservedWords.has(text);
}

/** Whether a text may follow a dot or stand unquoted as a property key. */
export function isPropertyName(text: string): boolean {
  return identifierPattern.test(text) && text !== '__proto__';
}

/** Returns the name; throws where it cannot be declared, because names are made before emitting. */
export function assertIdentifier(text: string): string {
  if (!isIdentifier(text)) throw new Error(`Not an identifier: ${JSON.stringify(text)}`);
  return text;
}

/** Returns the name of a class member; throws where it would need quotes. */
export function assertPropertyName(text: string): string {
  if (!isPropertyName(text)) throw new Error(`Not a property name: ${JSON.stringify(text)}`);
  return text;
}
