/** The script and the style of the console. The build puts them in place of these, from the sources in `console`. */
export const consoleApp: { readonly script: string; readonly style: string } = { script: '', style: '' };
