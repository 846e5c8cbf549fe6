import { type ESTree, type Plugin, parseAst } from 'vite';
import { nameOf } from './content-files.ts';

/** Modules whose texts follow from what an owner changes at /desk/site. */
const changing = /\/(?:content|\.gathered)\/[\w/-]+\.ts$|\/forms\/(?:errors|evidence-rules)\.ts$|\/files\/evidence-refusals\.ts$/;

/** The module that evaluates the others, and those that say nothing. */
const still = /\/(?:site-changes|told-to-scripts|opening-hours|types|markdown\.d)\.ts$|\.test\.ts$/;

/**
 * On the server a constant of the content becomes a variable that is evaluated again when an owner publishes a change
 * (content/site-changes.ts). Importers see its new value, because imports are live bindings; a constant outside the content that is made
 * of one would not change, and has to be a function.
 */
export function evaluateAgain(): Plugin {
  let root = process.cwd();
  return {
    name: 'kerbside:evaluate-again',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    applyToEnvironment: ({ name }) => name !== 'client',
    transform: {
      filter: { id: changing },
      handler(code, id) {
        if (still.test(id)) return null;
        const rewritten = withVariables(code, nameOf(root, id));
        return rewritten === null ? null : { code: rewritten, map: null };
      },
    },
  };
}

/** The module with each constant in a call of `evaluate`; null where it has none. Lines stay what they are. */
export function withVariables(code: string, file: string): string | null {
  const { body } = parseAst(code, { lang: 'ts' });
  let rewritten = '';
  let end = 0;
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    const isExported = declaration !== statement;
    const sets = declaration.declarations.map(({ id, init }) => {
      const value = init ? code.slice(init.start, init.end) : 'undefined';
      if (id.type !== 'Identifier') return `(${code.slice(id.start, id.typeAnnotation?.start ?? id.end)} = ${value});`;
      return isExported ? `${id.name} = changed(${JSON.stringify(file)}, '${id.name}', ${value});` : `${id.name} = ${value};`;
    });
    const names = declaration.declarations.flatMap(({ id }) => namesIn(id)).join(', ');
    rewritten += `${code.slice(end, statement.start)}${isExported ? 'export ' : ''}let ${names}; evaluate(() => { ${sets.join(' ')} });`;
    end = statement.end;
  }
  if (end === 0) return null;
  return `import { changed, evaluate } from '#content/site-changes.ts'; ${rewritten}${code.slice(end)}`;
}

/** The constants of a declaration, also those that are taken out of an object or a list. */
function namesIn(pattern: ESTree.BindingPattern | ESTree.BindingRestElement): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  if (pattern.type === 'RestElement') return namesIn(pattern.argument);
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((one) => (one ? namesIn(one) : []));
  return pattern.properties.flatMap((one) => namesIn(one.type === 'RestElement' ? one : one.value));
}
