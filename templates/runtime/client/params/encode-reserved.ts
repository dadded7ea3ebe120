/** Leaves characters alone that a query may hold (`allowReserved`), but those that would end the value or change it. */
export function encodeReserved(text: string, beside: string = ''): string {
  return encodeURIComponent(text).replace(/%(?:2F|3A|3B|3D|3F|40|24|2C)/g, (code) => {
    const character = decodeURIComponent(code);
    return beside.includes(character) ? code : character;
  });
}
