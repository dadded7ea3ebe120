/** A call that must never happen; the name cannot appear in what is generated but inside texts. */
const CALL = 'globalThis.hacked=1';

/** Texts that broke out of something in some generator, by what they break out of. */
export const families: Readonly<Record<string, readonly string[]>> = {
  quotes: [`');${CALL};('`, `");${CALL};("`, `\\');${CALL};//`, `\\\\');${CALL};//`, `\\`, `'+(${CALL})+'`],
  templates: [`\`;${CALL};\``, `\${${CALL}}`, `\\\${${CALL}}`, `$$\{${CALL}}`, `\`+(${CALL})+\``],
  keys: [`a':0,[${CALL}]:0,'b`, `a":0,[${CALL}]:0,"b`, `]:0,[${CALL}`, `x=(${CALL}),y`, `a";}\n{${CALL}//`],
  comments: [`*/${CALL}/*`, `*/*/${CALL}//`, `*//${CALL}`, `*\u200b/${CALL}/*`, `*\r/${CALL}/*`, '*\\/', '@ts-nocheck'],
  lines: [`\n${CALL}//`, `\r${CALL}//`, `\r\n${CALL}//`, `\u2028${CALL}//`, `\u2029${CALL}//`, `\u0085${CALL}//`],
  patterns: ['/', `/;${CALL};/`, '\\/', `[/]${CALL}`, '(?:', '/gi', '[', '(?<a>', '\\'],
  tokens: [`0);${CALL};(0`, `a=${CALL},b`, `string().x(${CALL}).string`, 'eval', 'import', 'await', 'default', 'enum'],
  prototypes: ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON'],
  paths: ['../../x', '/etc/passwd', '..%2f..%2fx', '..\\..\\x', 'C:\\x', 'CON', 'nul.txt', 'COM1', 'a.', '.'],
  handlebars: ['{{{this}}}', '{{> x}}', '{{#each this}}', '{{lookup . "x"}}', '{{!-- x --}}', '{{'],
  replacements: ['$&', "$'", '$`', '$1', '$<a>', '$$'],
  pages: [
    `</script><script>${CALL}</script>`,
    `<img src=x onerror=${CALL}>`,
    '| a | b |\n|---|---|',
    `[x](javascript:${CALL})`,
    '\n# heading\n\n```\n',
    '--> <!--',
    '`` ` ``',
    '![x](http://127.0.0.1/x)',
    'https://x.example/',
    '&lt;b&gt;&#x3c;',
  ],
  hidden: ['\u0000', '\u0007', '\u001b[31m', '\u202e', '\u2066', '\u200b', '\ufeff', '\u00ad', '\u{e0041}', '\ufffe'],
  surrogates: ['\ud800', '\udc00', 'a\ud800b', '\ud83d\ude00'],
  names: ['', ' ', '🎬', '3d', '--', '用户', 'é', 'e\u0301', 'ﬁ', 'a'.repeat(300), 'Pet', 'pet', 'PET', 'İ', 'ß', 'K'],
};
