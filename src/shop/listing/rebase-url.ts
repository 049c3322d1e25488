const valuesOf = (list: string | null): readonly string[] => list?.split(',') ?? []

/** Applies the change from `shown` to `href` to `wanted`, a listing that was requested but is not shown yet. */
export function rebaseUrl(href: string, shown: string, wanted: string): string {
  const url = new URL(href)
  const [before, asked, query] = [new URL(shown).searchParams, new URL(wanted).searchParams, url.searchParams]
  for (const name of new Set([...before.keys(), ...asked.keys(), ...query.keys()])) {
    const was = valuesOf(before.get(name))
    const want = valuesOf(asked.get(name))
    const is = valuesOf(query.get(name))
    const isList = name.startsWith('filter_')
    const since = want.filter((value) => !was.includes(value))
    const kept = is.filter((value) => !was.includes(value) || want.includes(value))
    const values = isList ? [...new Set([...since, ...kept])].toSorted() : was.join() === is.join() ? want : is
    query.set(name, values.join(','))
    if (values.length === 0) query.delete(name)
    // Several values mean any of them, unless the shown listing requires all of them.
    const type = name.replace('filter', 'query_type')
    if (isList && values.length > 1 && (was.length < 2 || before.has(type))) query.set(type, 'or')
  }
  return url.href.replaceAll('%2C', ',')
}
