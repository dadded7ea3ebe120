/** A template that the build of speccast has compiled. */
export interface CompiledTemplate {
  /** Text of the template. A compiled template is used only for a template with the same text. */
  readonly text: string;
  /** Names of the partials that it renders. */
  readonly partials: readonly string[];
  /** Result of `precompile` of Handlebars. */
  readonly specification: TemplateSpecification;
}

/**
 * Compiled templates by path. Empty in the sources: the build replaces this module by one with the compiled templates (see
 * build-generator.ts).
 */
export const compiledTemplates: ReadonlyMap<string, CompiledTemplate> = new Map();
