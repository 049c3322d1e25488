/** Names of CSS classes: which ones a style sheet defines, and which ones the code that imports it uses. */

/** Class names a CSS module defines, without those in `:global(…)`. Classes named in `composes` count as used. */
export function classesDefinedIn(css: string): {
  readonly classes: ReadonlySet<string>
  readonly composed: ReadonlySet<string>
} {
  const text = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/url\((?:"[^"]*"|'[^']*'|[^)]*)\)/g, '')
    .replaceAll(/"[^"]*"|'[^']*'/g, '')
  const classes = new Set<string>()
  for (const [, prelude = ''] of text.matchAll(/([^{};]*)\{/g)) {
    const selector = prelude.trim()
    if (selector.startsWith('@')) continue
    for (const [, name = ''] of withoutGlobals(selector).matchAll(/\.([A-Za-z_][\w-]*)/g)) classes.add(name)
  }
  const composed = [...text.matchAll(/composes:\s*([^;}]+)/g)].flatMap(([, names = '']) =>
    names.includes(' from') ? [] : names.trim().split(/\s+/),
  )
  return { classes, composed: new Set(composed) }
}

/** The classes that a style sheet composes from others, by the path of each. */
export const composedFrom = (css: string): { readonly path: string; readonly names: readonly string[] }[] =>
  [...css.matchAll(/composes:\s*([\w\s-]+?)\s+from\s+"([^"]+)"/g)].map(([, names = '', path = '']) => ({
    path,
    names: names.split(/\s+/),
  }))

/** Removes `:global(…)`, including nested brackets. */
function withoutGlobals(selector: string): string {
  const at = selector.indexOf(':global(')
  if (at === -1) return selector
  let depth = 0
  let end = at + ':global'.length
  do {
    if (selector[end] === '(') depth += 1
    if (selector[end] === ')') depth -= 1
    end += 1
  } while (depth > 0 && end < selector.length)
  return withoutGlobals(selector.slice(0, at) + selector.slice(end))
}

export type UsedClasses = {
  /** Used by name: `styles.card`, `styles['card']`. */
  readonly names: ReadonlySet<string>
  /** Used by a value: `styles[look]`, where the same file lists the possible values. */
  readonly byValue: readonly { readonly expression: string; readonly values: readonly string[] | null }[]
}

/** The classes that a source uses of the style sheet that it imports as `local`. */
export function classesUsedBy(text: string, local: string): UsedClasses {
  const source = text.replaceAll(/^import .*$/gm, '')
  const names = [...source.matchAll(new RegExp(`\\b${local}\\.([A-Za-z_]\\w*)`, 'g'))].map(([, name = '']) => name)
  const indexed = [...source.matchAll(new RegExp(`\\b${local}\\[([^\\]]+)\\]( \\?\\? '')?`, 'g'))]
  // A sheet that is exported unchanged, with the classes that its importers may use.
  const cast = [...source.matchAll(new RegExp(`\\b${local} as Readonly<Record<([^,]+),`, 'g'))]
  const exported = cast.flatMap(([, union = '']) => [...union.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name))
  const literals = indexed.flatMap(([, inside = '']) => /^'([\w-]+)'$/.exec(inside)?.[1] ?? [])
  const byValue = indexed
    // `?? ''` means that the class is optional.
    .filter(([, inside = '', mayLack]) => !inside.startsWith("'") && mayLack === undefined)
    .map(([, expression = '']) => ({ expression, values: valuesOf(source, expression) }))
  return { names: new Set([...names, ...exported, ...literals]), byValue }
}

/**
 * The values of a variable or field, if the same file declares them as a union of string literals: `kind: 'a' | 'b'`,
 * or `kind: Kind` with `type Kind = 'a' | 'b'`.
 */
function valuesOf(source: string, expression: string): string[] | null {
  const name = expression.split('.').at(-1) ?? ''
  const alias = new RegExp(`\\b${name}\\??:\\s*([A-Z]\\w*)`).exec(source)?.[1]
  const declared = new RegExp(`\\b${alias ? `type ${alias} =` : `${name}\\??:`}\\s*((?:'[\\w-]+'\\s*\\|?\\s*)+)`)
  const union = declared.exec(source)?.[1]
  return union === undefined ? null : [...union.matchAll(/'([\w-]+)'/g)].map(([, value = '']) => value)
}

/** Style sheets a source imports, by local name. */
export const importsOf = (source: string): { readonly local: string; readonly path: string }[] =>
  [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, local = '', path = '']) => ({
    local,
    path,
  }))
