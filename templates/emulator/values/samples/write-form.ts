/*
 * A small table instead of @faker-js/faker: its English locale alone takes 59 ms to load and 0.5 MB, and cannot be reduced to
 * these few values. The lists of places name the same place at the same index.
 */
const lists: Readonly<Record<string, string>> = {
  first: 'Amara|Ben|Chloe|Diego|Elif|Farid|Greta|Hugo|Ines|Jonas|Kenji|Leila|Mina|Noah|Olga|Priya',
  last: 'Adler|Bauer|Costa|Dubois|Evans|Fischer|Garcia|Hansen|Ito|Jensen|Khan|Lopez|Moreau|Novak|Okafor|Peters',
  adjective: 'Amber|Bright|Calm|Early|Gentle|Little|Northern|Open|Quiet|Silver|Spare|Steady|Swift|Warm|Wide|Young',
  noun: 'Anchor|Bridge|Compass|Harbour|Island|Lantern|Meadow|Orchard|Pebble|Quill|River|Sparrow|Thicket|Valley|Willow|Workshop',
  word: 'amber|birch|cedar|delta|ember|fjord|grove|harbour|island|juniper|kestrel|lantern|meadow|north|orchard|pebble',
  sentence:
    'A first look, and what follows from it.|Everything that has to be done before Friday.|Notes of the last meeting, for those who were away.|Short, plain, and easy to change.|What we agreed on, in one place.|Written down so that nobody has to remember it.',
  country: 'United Kingdom|France|Germany|United States|Japan|Brazil|Kenya|Canada',
  code: 'GB|FR|DE|US|JP|BR|KE|CA',
  iso: 'GBR|FRA|DEU|USA|JPN|BRA|KEN|CAN',
  city: 'Bristol|Nantes|Leipzig|Portland|Kanazawa|Recife|Nairobi|Halifax',
  zip: 'BS1 5TR|44000|04109|97205|920-0961|50030-230|00100|B3H 4R2',
  currency: 'GBP|EUR|EUR|USD|JPY|BRL|KES|CAD',
  language: 'en|fr|de|en|ja|pt|sw|en',
  tag: 'en-GB|fr-FR|de-DE|en-US|ja-JP|pt-BR|sw-KE|en-CA',
  locale: 'en_GB|fr_FR|de_DE|en_US|ja_JP|pt_BR|sw_KE|en_CA',
  zone: 'Europe/London|Europe/Paris|Europe/Berlin|America/Los_Angeles|Asia/Tokyo|America/Recife|Africa/Nairobi|America/Halifax',
  iban: 'GB29NWBK60161331926819|FR1420041010050500013M02606|DE89370400440532013000|BR1800360305000010009795493C1',
  bic: 'NWBKGB2L|PSSTFRPP|COBADEFF|CEFXBRSP',
};

/**
 * Writes a text from random numbers by its form: `{Noun}` is one of a list, `{noun}` the same in lower case, `{01-12}` a number of two
 * digits, and `{hex6}` six hexadecimal digits. `2025-{01-12}-{01-28}` → `2025-03-28`, `{first}@example.com` → `chloe@example.com`.
 */
export function writeForm(form: string, next: () => number): string {
  return form.replace(/\{([^}]+)\}/g, (_whole, part: string) => {
    const [, least, most] = /^(\d+)-(\d+)$/.exec(part) ?? [];
    if (least !== undefined)
      return String(Number(least) + (next() % (Number(most) - Number(least) + 1))).padStart(least.length, '0');
    const [, length] = /^hex(\d+)$/i.exec(part) ?? [];
    const list = (lists[part.toLowerCase()] ?? '').split('|');
    const text = length === undefined ? (list[next() % list.length] ?? '') : writeHex(Number(length), next);
    return /^[A-Z]/.test(part) ? text : text.toLowerCase();
  });
}

function writeHex(length: number, next: () => number): string {
  let text = '';
  while (text.length < length) text += next().toString(16).toUpperCase().padStart(8, '0');
  return text.slice(0, length);
}
