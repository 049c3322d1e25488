const valuesOf = (list: string | null): readonly string[] => list?.split(',') ?? []

/** Applies the change from `shown` to `href` to `wanted`, a listing that was requested but is not shown yet. */
export function rebaseUrl(href: string, shown: string, wanted: string): string {
  const url = new URL(href)
  const [shownQuery, wantedQuery, query] = [new URL(shown).searchParams, new URL(wanted).searchParams, url.searchParams]
  for (const name of new Set([...shownQuery.keys(), ...wantedQuery.keys(), ...query.keys()])) {
    const before = valuesOf(shownQuery.get(name))
    const requested = valuesOf(wantedQuery.get(name))
    const linked = valuesOf(query.get(name))
    const isList = name.startsWith('filter_')
    const added = requested.filter((value) => !before.includes(value))
    const kept = linked.filter((value) => !before.includes(value) || requested.includes(value))
    const single = before.join() === linked.join() ? requested : linked
    const values = isList ? [...new Set([...added, ...kept])].toSorted() : single
    query.set(name, values.join(','))
    if (values.length === 0) query.delete(name)
    // Several values mean any of them, unless the shown listing requires all of them.
    const type = name.replace('filter', 'query_type')
    if (isList && values.length > 1 && (before.length < 2 || shownQuery.has(type))) query.set(type, 'or')
  }
  return url.href.replaceAll('%2C', ',')
}
