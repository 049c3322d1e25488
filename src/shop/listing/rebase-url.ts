const valuesOf = (list: string | null): readonly string[] => list?.split(',') ?? []

/** Makes the change from `shown` to `href` in the listing at `wanted`, which is still loading. */
export function rebaseUrl(href: string, shown: string, wanted: string): string {
  const url = new URL(href)
  const [before, requested, query] = [new URL(shown).searchParams, new URL(wanted).searchParams, url.searchParams]
  for (const name of new Set([...before.keys(), ...requested.keys(), ...query.keys()])) {
    const earlier = valuesOf(before.get(name))
    const waiting = valuesOf(requested.get(name))
    const clicked = valuesOf(query.get(name))
    const isList = name.startsWith('filter_')
    const added = waiting.filter((value) => !earlier.includes(value))
    const kept = clicked.filter((value) => !earlier.includes(value) || waiting.includes(value))
    const single = earlier.join() === clicked.join() ? waiting : clicked
    const values = isList ? [...new Set([...added, ...kept])].toSorted() : single
    query.set(name, values.join(','))
    if (values.length === 0) query.delete(name)
    // Any of several, unless this listing asks for all of them.
    const type = name.replace('filter', 'query_type')
    if (isList && values.length > 1 && (earlier.length < 2 || before.has(type))) query.set(type, 'or')
  }
  return url.href.replaceAll('%2C', ',')
}
